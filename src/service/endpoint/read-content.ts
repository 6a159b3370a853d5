import type { Context } from 'hono'
import type { ReceivedContent } from '../../contract/endpoint.ts'
import { rejectEncodedBody, rejectIncompleteBody } from './read-body.ts'

/** The body of a binary request, read lazily. */
export const readContent = (context: Context): ReceivedContent => {
  rejectEncodedBody(context)
  const length = context.req.header('content-length')
  return {
    length: length === undefined ? undefined : Number(length),
    bytes: readPieces(context.req.raw.body),
  }
}

const readPieces = async function* (
  stream: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream ?? []
  } catch (error) {
    rejectIncompleteBody(error)
  }
}
