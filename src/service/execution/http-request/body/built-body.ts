import type { StreamedBody } from '../../../platform/outbound/index.ts'

/** The content of a file: an upload is read when it is sent. */
export type FileContent = Uint8Array | StreamedBody

/** Reads a file argument: `{base64}`, `{url}` or `{s3key}`. */
export type LoadBinary = (
  value: unknown,
) => Promise<{ content: FileContent; contentType?: string; filename?: string }>

export type BuiltBody = { contentType: string; content: string | FileContent }
