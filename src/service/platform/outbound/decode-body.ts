import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { OutboundError } from './outbound-error.ts'

/**
 * Decodes a `content-encoding` of gzip, deflate or br, or a combination. Decompression stops at
 * `maxBytes`, and earlier for a body that expands more than text and tables do, which protects from
 * decompression bombs. Returns undefined for an unencoded body or an unknown coding.
 */
export const decodeBody = async (
  host: string,
  body: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array | undefined> => {
  // Codings are listed in the order in which they were applied.
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse()
  const decoders = codings.map((name) => decoderOf[name])
  if (body.length === 0 || codings.length === 0 || codings.length > maxCodings) return undefined

  const limit = Math.min(maxBytes, Math.max(freeBytes, body.length * maxRatio))
  let decoded = body
  for (const decode of decoders) {
    if (!decode) return undefined
    decoded = await decode(decoded, { maxOutputLength: limit }).catch((cause: unknown) => {
      throw decodingError(host, cause, contentEncoding, limit)
    })
  }
  return decoded
}

const maxCodings = 3

/** Every body may decompress to this size, whatever its ratio. */
const freeBytes = 4 * 1024 * 1024
/**
 * Maximum ratio to the bytes received, over all codings. JSON that repeats its keys compresses to a
 * thirtieth.
 */
const maxRatio = 100

type Decode = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const gunzip: Decode = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(zlib.gunzip)
const inflateZlib: Decode = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(
  zlib.inflate,
)
const inflateRaw: Decode = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(
  zlib.inflateRaw,
)
const brotli: Decode = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(
  zlib.brotliDecompress,
)

// Some servers send 'deflate' without the zlib header that the standard requires; the first byte
// shows which it is.
const inflate: Decode = (body, options) =>
  ((body[0] ?? 0) & 0x0f) === 8 ? inflateZlib(body, options) : inflateRaw(body, options)

const decoderOf: Partial<Record<string, Decode>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotli,
}

const decodingError = (
  host: string,
  cause: unknown,
  contentEncoding: string | undefined,
  maxBytes: number,
): OutboundError => {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
    return new OutboundError(
      'too_large',
      host,
      `the answer is larger than ${maxBytes} bytes after decompression`,
      { cause },
    )
  }
  return new OutboundError(
    'network',
    host,
    `the body of the answer is not valid ${contentEncoding}`,
    {
      cause,
    },
  )
}
