import { hash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { isStreamed, type OutboundBody } from '../outbound-body.ts'
import type { OutboundResponse } from '../outbound.ts'
import { readRpcId, renumberRpc } from './renumber-rpc.ts'
import type { Tape } from './tape.ts'
import { withoutSecrets } from './without-secrets.ts'

const body = z.strictObject({ text: z.string() }).or(z.strictObject({ base64: z.string() }))

const recordedExchange = z.strictObject({
  version: z.literal(1),
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    contentType: z.string().optional(),
    body: body.optional(),
  }),
  response: z.strictObject({
    status: z.number().int(),
    headers: z.record(z.string(), z.string()),
    body,
    url: z.string(),
  }),
})

export type RecordedExchange = z.infer<typeof recordedExchange>

/** The response headers that are recorded; others, such as cookies, never are. */
const keptHeaders = [
  'content-type',
  'content-disposition',
  'link',
  'location',
  'retry-after',
  'etag',
  'last-modified',
  'www-authenticate',
]

/** Replaces the id of every JSON-RPC message. */
const recordedId = 'recorded'

/** The recorded part of a request, which identifies it. */
export const toRecordedRequest = ({ request, secrets }: Tape): RecordedExchange['request'] => {
  const contentType = Object.entries(request.headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'content-type',
  )?.[1]
  const boundary =
    contentType && /boundary="?(?<boundary>[^";]+)/i.exec(contentType)?.groups?.['boundary']
  // A multipart boundary is random for each request.
  const unbound = (text: string) => (boundary ? text.replaceAll(boundary, 'boundary') : text)
  const text = (value: string) => unbound(withoutSecrets(value, secrets))
  const id = readRpcId(request.body)
  return {
    method: request.method.toUpperCase(),
    url: text(String(request.url)),
    ...(contentType !== undefined && { contentType: text(contentType) }),
    ...(request.body !== undefined && {
      body: toBody(request.body, (value) =>
        text(id === undefined ? value : renumberRpc(value, id, recordedId)),
      ),
    }),
  }
}

export const toExchangeKey = (request: RecordedExchange['request']): string =>
  hash('sha256', JSON.stringify(request), 'hex').slice(0, 32)

export const toRecordedResponse = (
  response: OutboundResponse,
  { request, secrets }: Tape,
): RecordedExchange['response'] => {
  const text = (value: string) => withoutSecrets(value, secrets)
  const id = readRpcId(request.body)
  return {
    status: response.status,
    headers: Object.fromEntries(
      keptHeaders.flatMap((name) =>
        response.headers[name] === undefined ? [] : [[name, text(response.headers[name])]],
      ),
    ),
    body: toBody(response.body, (value) =>
      text(id === undefined ? value : renumberRpc(value, id, recordedId)),
    ),
    url: text(response.url),
  }
}

export const toOutboundResponse = (
  { status, headers, body: recorded, url }: RecordedExchange['response'],
  { request }: Tape,
): OutboundResponse => {
  const id = readRpcId(request.body)
  const text = (value: string) => (id === undefined ? value : renumberRpc(value, recordedId, id))
  return {
    status,
    headers,
    body:
      'text' in recorded
        ? Buffer.from(text(recorded.text))
        : Buffer.from(recorded.base64, 'base64'),
    url,
  }
}

const toBody = (given: OutboundBody, clean: (text: string) => string): z.infer<typeof body> => {
  if (isStreamed(given)) return { text: `${given.size} bytes, SHA-256 ${given.sha256}` }
  const bytes = Buffer.from(given)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes)
    ? { text: clean(text) }
    : { base64: bytes.toString('base64') }
}

export const writeExchange = async (path: string, exchange: RecordedExchange): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.${randomUUID()}.part`
  await writeFile(partial, `${JSON.stringify(exchange, null, 2)}\n`, { mode: 0o600 })
  await rename(partial, path)
}

/** Returns undefined if the file does not exist. */
export const readExchange = async (path: string): Promise<RecordedExchange | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text === undefined) return undefined
  try {
    return recordedExchange.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} is not a recording of this version. Remove it and record it again`, {
      cause,
    })
  }
}
