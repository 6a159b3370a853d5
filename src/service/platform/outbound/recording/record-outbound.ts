import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OutboundError } from '../outbound-error.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from '../outbound.ts'
import {
  readExchange,
  toExchangeKey,
  toOutboundResponse,
  toRecordedRequest,
  toRecordedResponse,
  writeExchange,
  type RecordedExchange,
} from './recorded-exchange.ts'
import type { RecordingOptions, Tape } from './tape.ts'

/**
 * Wraps an `Outbound` to record the responses to requests with a `tape`, or to replay them without
 * sending anything.
 *
 * Requests without a `tape`, such as token requests, are sent as usual. Repeated requests replay
 * the recorded responses in order, and then the last one again.
 */
export const recordOutbound = (
  outbound: Outbound,
  options: RecordingOptions | undefined,
): Outbound => {
  if (!options) return outbound
  const { mode, folder } = options
  const counts = new Map<string, number>()

  const send = async (request: OutboundRequest): Promise<OutboundResponse> => {
    const { tape } = request
    if (!tape) return outbound.send(request)
    const asked = toRecordedRequest(tape)
    const key = toExchangeKey(asked)
    const counted = `${tape.owner} ${tape.id} ${key}`
    const number = (counts.get(counted) ?? 0) + 1
    counts.set(counted, number)
    if (mode === 'replay') return replay({ folder, tape, key, number })

    const response = await outbound.send(request)
    await writeExchange(
      join(folder, `${ownerPart(tape)}${safe(tape.id)}`, `${key}-${number}.json`),
      { version: 1, request: asked, response: toRecordedResponse(response, tape) },
    )
    return response
  }

  return { ...outbound, replays: mode === 'replay', send }
}

const replay = async ({
  folder,
  tape,
  key,
  number,
}: {
  folder: string
  tape: Tape
  key: string
  number: number
}): Promise<OutboundResponse> => {
  const shelf = await findShelf(folder, tape)
  const exchange = shelf === undefined ? undefined : await readLatest(shelf, key, number)
  if (exchange) return toOutboundResponse(exchange.response, tape)
  const where = shelf ?? join(folder, `${ownerPart(tape)}…`)
  throw new OutboundError(
    'network',
    new URL(tape.request.url).host,
    `there is no recording of this ${tape.request.method} (${key} in ${where}); record it with --record`,
  )
}

/** The response with this number, or the last one before it. */
const readLatest = async (
  shelf: string,
  key: string,
  number: number,
): Promise<RecordedExchange | undefined> =>
  (await readExchange(join(shelf, `${key}-${number}.json`))) ??
  (number > 1 ? readLatest(shelf, key, number - 1) : undefined)

/** Ids differ in another database, so the only recording of the same owner is used there. */
const findShelf = async (folder: string, tape: Tape): Promise<string | undefined> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const own = names.filter((name) => name.startsWith(ownerPart(tape)))
  const name =
    own.find((each) => each === `${ownerPart(tape)}${safe(tape.id)}`) ??
    (own.length === 1 ? own[0] : undefined)
  return name === undefined ? undefined : join(folder, name)
}

const ownerPart = ({ owner }: Tape): string => `${safe(owner)}~`

/** A file name that is readable if the id is short enough. */
const safe = (text: string): string => {
  const encoded = encodeURIComponent(text).replaceAll('~', '%7E').replaceAll('*', '%2A')
  return encoded.length <= 100
    ? encoded
    : `${encoded.slice(0, 60)}-${hash('sha256', text, 'hex').slice(0, 16)}`
}
