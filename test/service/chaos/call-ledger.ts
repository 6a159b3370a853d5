import { setTimeout as sleep } from 'node:timers/promises'

/** What became of a call, or of a session that was to be made. */
export type Entry = { number: number; outcome: 'done' | 'unknown' | 'unanswered'; id?: string }

type Caller = {
  urls: readonly string[]
  apiKey: string
  random: () => number
}

const requestMs = 15_000
const betweenMs = 250
/** From when on a call that is told that its outcome is not known is believed: longer than a lease. */
const believedAfterMs = 75_000
/** Ends what hangs; a busy machine may take minutes to start a node. */
const patienceMs = 900_000

/** Executes a tool, again with the same key until it is known what became of it. */
export const callUntilKnown = (caller: Caller, number: number): Promise<Entry> =>
  askUntilKnown(caller, number, {
    path: '/api/v3/tools/execute/CALLS_CREATE_NOTE',
    body: { user_id: 'ada', arguments: { text: `call ${number}` } },
  })

/** Makes a session in the same way. */
export const makeUntilKnown = (caller: Caller, number: number): Promise<Entry> =>
  askUntilKnown(caller, number, {
    path: '/api/v3/tool_router/session',
    body: { user_id: `user ${number}` },
  })

const askUntilKnown = async (
  caller: Caller,
  number: number,
  { path, body }: { path: string; body: object },
): Promise<Entry> => {
  const { urls, apiKey, random } = caller
  let conflictAt: number | undefined
  for (const began = performance.now(); ;) {
    const url = urls[Math.floor(random() * urls.length)] ?? ''
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'idempotency-key': `${path} ${number}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestMs),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined,
    )
    if (answer && answer.status < 300) return toDone(number, answer.text)
    if (answer?.status === 409) conflictAt ??= performance.now()
    else if (answer && ![429, 500, 502, 503].includes(answer.status))
      throw new Error(`Request ${number} was answered ${answer.status}: ${answer.text}`)
    const now = performance.now()
    if (answer?.status === 409 && now - (conflictAt ?? now) > believedAfterMs)
      return { number, outcome: 'unknown' }
    if (now - began > patienceMs) return { number, outcome: 'unanswered' }
    await sleep(betweenMs)
  }
}

const toDone = (number: number, text: string): Entry => {
  const { session_id: id, successful, error } = JSON.parse(text) as Record<string, unknown>
  if (id === undefined && successful !== true)
    throw new Error(`Call ${number} failed: ${String(error)}`)
  return { number, outcome: 'done', ...(typeof id === 'string' && { id }) }
}
