/** Reads a file argument, `{base64}` or `{url}`. */
export type LoadBinary = (value: unknown) => Promise<{ bytes: Uint8Array; contentType?: string; filename?: string }>

export type BuiltBody = { contentType: string; content: string | Uint8Array }
