import type { RateRule } from '../../../contract/recipe/answers.ts'
import { matchesAll, selectPath, type MatchableResponse } from '../../third-party/index.ts'
import { readWait, type Moment } from './read-wait.ts'

/** A call was refused because there were too many. */
export type RateLimit = {
  /** When to come back, if the API says so. */
  waitMs: number | undefined
}

/**
 * Whether an answer refuses a call for the rate, by the toolkit's rules and by what holds for every
 * API: status 429, or 503 with `Retry-After`.
 */
export const findLimit = (
  rules: readonly RateRule[],
  answer: MatchableResponse,
  now: Date,
): RateLimit | undefined => {
  const rule = rules.find(
    (each) => matchesAll(each.when, answer) || hasNoneLeft(each.remaining, answer),
  )
  if (rule)
    return { waitMs: firstWait(rule.retry_after, answer, now) ?? firstWait(usual, answer, now) }
  if (answer.status === 429) return { waitMs: firstWait(usual, answer, now) }
  const waitMs = answer.status === 503 ? firstWait(retryAfter, answer, now) : undefined
  return waitMs === undefined ? undefined : { waitMs }
}

/**
 * Some APIs refuse with 403 and say by a header alone that it is for the rate. Any other failure
 * with none left is the last call that was allowed.
 */
const hasNoneLeft = (header: string | undefined, { status, headers }: MatchableResponse): boolean =>
  header !== undefined &&
  (status === 403 || status === 429) &&
  Number.parseFloat(headers[header.toLowerCase()] ?? '') === 0

type Place = Moment & Pick<RateRule['retry_after'][number], 'in' | 'name'>

const retryAfter: Place[] = [{ in: 'header', name: 'retry-after', unit: 'seconds' }]

/** The headers in use for it; `x-ratelimit-reset` is a duration or a moment, by its size. */
const usual: Place[] = [
  { in: 'header', name: 'retry-after-ms', unit: 'milliseconds' },
  ...retryAfter,
  { in: 'header', name: 'x-ratelimit-reset-after', unit: 'seconds' },
  { in: 'header', name: 'ratelimit-reset', unit: 'by_size' },
  { in: 'header', name: 'x-ratelimit-reset', unit: 'by_size' },
  { in: 'header', name: 'x-rate-limit-reset', unit: 'by_size' },
]

const firstWait = (
  places: readonly Place[],
  { headers, body }: MatchableResponse,
  now: Date,
): number | undefined => {
  // Moments are on the clock of the API, which tells its time in `Date`.
  const date = Date.parse(headers['date'] ?? '')
  const at = Number.isNaN(date) ? now.getTime() : date
  for (const { in: place, name, unit } of places) {
    const given = place === 'header' ? headers[name.toLowerCase()] : selectPath(body, name)
    const wait = readWait(given, { unit }, at)
    if (wait !== undefined) return wait
  }
  return undefined
}
