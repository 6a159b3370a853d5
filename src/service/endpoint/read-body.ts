import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import { bodyLimits } from '../../contract/json-limits.ts'
import { measureJson } from '../platform/untrusted-text/index.ts'
import { ServiceError } from '../service-error.ts'
import { rejectInvalidText } from './reject-invalid-text.ts'

/**
 * Twice as many values as GitHub's whole API description has; a larger one can be sent as text or
 * by its URL.
 */
const { depth: maximumDepth, values: maximumValues } = bodyLimits

/** Other requests get a turn between the steps of reading a larger body. */
const smallCharacters = 256 * 1024

/** The JSON escapes of NUL and lone surrogates: bodies without them need not be searched. */
const badEscapes = /\\u(0000|d[89a-f])/i

/**
 * Reads a JSON body of at most `maximumBytes` and half a million values, nested at most 200 deep;
 * `undefined` if there is none.
 */
export const readBody = async (context: Context, maximumBytes: number): Promise<unknown> => {
  rejectEncodedBody(context)
  const text = await readText(context, maximumBytes).catch(rejectIncompleteBody)
  if (text === '') return undefined
  rejectOtherMediaTypes(context.req.header('content-type'))
  const isLarge = text.length > smallCharacters
  if (isLarge) await setImmediate()
  rejectManyValues(text)
  if (isLarge) await setImmediate()
  const value = parse(text)
  if (isLarge) await setImmediate()
  if (badEscapes.test(text)) rejectInvalidText('body', value)
  return value
}

/** Also for bodies that are not JSON. */
export const rejectEncodedBody = (context: Context): void => {
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

/** A body without a declared length is counted while it is read. */
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

/** The client disconnected, which does not concern the operator. */
export const rejectIncompleteBody = (cause: unknown): never => {
  if (cause instanceof ServiceError) throw cause
  throw new ServiceError('invalid_request', 'The body of the request is incomplete', {
    suggestedFix: 'Send the request again',
    cause,
  })
}

const tooLarge = (maximumBytes: number) =>
  new ServiceError('invalid_request', `The body is larger than ${maximumBytes} bytes`, {
    suggestedFix:
      'Send a smaller request; upload a file with POST /api/v3/files, and pass its s3key instead of base64',
  })

const rejectOtherMediaTypes = (contentType: string | undefined) => {
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

/** Measured before parsing: a body within the size limit can hold too many values to parse. */
const rejectManyValues = (text: string): void => {
  const { depth, values } = measureJson(text)
  if (depth > maximumDepth) {
    throw new ServiceError(
      'invalid_request',
      `The body is nested more than ${maximumDepth} levels deep`,
      { suggestedFix: 'Send a flatter body' },
    )
  }
  if (values > maximumValues) {
    throw new ServiceError('invalid_request', `The body has more than ${maximumValues} values`, {
      suggestedFix: 'Send a smaller request',
    })
  }
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

/** The parser's message without its quote of the body. */
const placeOf = ({ message }: Error): string => {
  if (message.startsWith('Unexpected end')) return ': it ends too early'
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return `: there is an error at position ${position}`
  const token = /^Unexpected token '(.{1,2})'/u.exec(message)?.[1]
  return token === undefined ? '' : `: "${token}" is not allowed there`
}
