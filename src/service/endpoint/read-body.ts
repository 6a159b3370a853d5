import type { Context } from 'hono'
import { bodyLimits } from '../../contract/json-limits.ts'
import { measureJson } from '../platform/untrusted-text/index.ts'
import { ServiceError } from '../service-error.ts'
import { refuseBadText } from './refuse-bad-text.ts'

/**
 * Twice as many values as GitHub's whole API description has; a larger one can be given as text or
 * by its address.
 */
const { depth: maximumDepth, values: maximumValues } = bodyLimits

/**
 * How JSON spells NUL and halves of surrogate pairs: other text holds neither, so most bodies need
 * not be searched.
 */
const badEscapes = /\\u(0000|d[89a-f])/i

/**
 * Reads a JSON body: at most `maximumBytes` and half a million values, nested at most 200 deep;
 * `undefined` when there is none.
 */
export const readBody = async (context: Context, maximumBytes: number): Promise<unknown> => {
  refuseEncoded(context)
  const text = await readText(context, maximumBytes).catch(refuseUnfinished)
  if (text === '') return undefined
  refuseOtherMediaTypes(context.req.header('content-type'))
  return parseJson(text)
}

/** Also for bodies that are no JSON. */
export const refuseEncoded = (context: Context): void => {
  const encoding = context.req.header('content-encoding')
  if (encoding === undefined || encoding === 'identity') return
  throw new ServiceError('invalid_request', `The body has the content encoding "${encoding}"`, {
    suggestedFix: 'Send the body uncompressed',
  })
}

const readText = async (context: Context, maximumBytes: number): Promise<string> => {
  const length = context.req.header('content-length')
  if (length !== undefined) {
    if (Number(length) > maximumBytes) throw tooLarge(maximumBytes)
    return context.req.text()
  }
  return readChunked(context.req.raw.body, maximumBytes)
}

/** A body without a length is counted while it comes in. */
const readChunked = async (
  stream: ReadableStream<Uint8Array> | null,
  maximumBytes: number,
): Promise<string> => {
  if (!stream) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > maximumBytes) throw tooLarge(maximumBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Whoever sent it went away: nothing that the operator should look at. */
export const refuseUnfinished = (cause: unknown): never => {
  if (cause instanceof ServiceError) throw cause
  throw new ServiceError('invalid_request', 'The body of the request did not arrive whole', {
    suggestedFix: 'Send the request again',
    cause,
  })
}

const tooLarge = (maximumBytes: number) =>
  new ServiceError('invalid_request', `The body is larger than ${maximumBytes} bytes`, {
    suggestedFix:
      'Send less in one request; upload a file with POST /api/v3/files, and pass its s3key instead of base64',
  })

const refuseOtherMediaTypes = (contentType: string | undefined) => {
  if (
    contentType !== undefined &&
    /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType.trim())
  )
    return
  throw new ServiceError(
    'invalid_request',
    `The body has the content type "${contentType ?? ''}"`,
    { suggestedFix: 'Send JSON with Content-Type: application/json' },
  )
}

/**
 * Measured before it is parsed: a body within the size that is allowed can hold more values than
 * there is time and memory for.
 */
const parseJson = (text: string): unknown => {
  const { depth, values } = measureJson(text)
  if (depth > maximumDepth) {
    throw new ServiceError(
      'invalid_request',
      `The body is nested more than ${maximumDepth} levels deep`,
      { suggestedFix: 'Send a flatter body' },
    )
  }
  if (values > maximumValues) {
    throw new ServiceError('invalid_request', `The body holds more than ${maximumValues} values`, {
      suggestedFix: 'Send less in one request',
    })
  }
  const value = parse(text)
  if (badEscapes.test(text)) refuseBadText('body', value)
  return value
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError(
      'invalid_request',
      `The body is not JSON${cause instanceof Error ? placeOf(cause) : ''}`,
      {
        suggestedFix: 'Send one JSON object',
        cause,
      },
    )
  }
}

/** Of what the parser says not the piece of the body that it quotes. */
const placeOf = ({ message }: Error): string => {
  if (message.startsWith('Unexpected end')) return ': it ends too early'
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return `: it breaks at position ${position}`
  const token = /^Unexpected token '(.{1,2})'/u.exec(message)?.[1]
  return token === undefined ? '' : `: "${token}" stands where it cannot`
}
