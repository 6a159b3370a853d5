import { z } from 'zod'
import type { Outbound } from '../platform/outbound/index.ts'
import { RequestBuildError } from './http-request/index.ts'

export type Binary = { bytes: Uint8Array; contentType?: string; filename?: string }

const binaryArgument = z.union([
  z.object({ base64: z.base64(), content_type: z.string().optional(), filename: z.string().optional() }),
  z.object({ url: z.url({ protocol: /^https?$/ }), content_type: z.string().optional(), filename: z.string().optional() }),
])

const maximumBytes = 25 * 1024 * 1024

/** Reads a binary argument: given as base64, or fetched from an address that the outbound rules allow. */
export const createLoadBinary =
  (outbound: Outbound, signal?: AbortSignal) =>
  async (value: unknown): Promise<Binary> => {
    const parsed = binaryArgument.safeParse(value)
    if (!parsed.success) throw new RequestBuildError('', 'a file is given as {"base64": …} or {"url": …}')
    const { content_type: contentType, filename } = parsed.data
    const names = { ...(contentType !== undefined && { contentType }), ...(filename !== undefined && { filename }) }
    if ('base64' in parsed.data) return { bytes: Buffer.from(parsed.data.base64, 'base64'), ...names }
    const answer = await outbound.send({ method: 'GET', url: parsed.data.url, maxResponseBytes: maximumBytes, ...(signal && { signal }) })
    if (answer.status !== 200) throw new RequestBuildError('', `the file's address answered ${answer.status}`)
    return { bytes: answer.body, contentType: answer.headers['content-type'] ?? 'application/octet-stream', ...names }
  }
