import { expect, it } from 'vitest'
import type { ClaimedJob } from '../../../../src/service/platform/jobs/job-store.ts'
import { toQueue } from '../../../../src/service/platform/jobs/queue.ts'
import { runAttempt } from '../../../../src/service/platform/jobs/run-attempt.ts'

const queue = toQueue('failing', { retryDelaysSeconds: [10, 300] }, async () => {
  throw new Error('always')
})
const jobAt = (attempt: number): ClaimedJob => ({
  id: 'job_1',
  data: {},
  attempt,
  key: null,
  claim: 'a',
})

it.each([
  [1, 0, 8_000],
  [1, 0.5, 10_000],
  [1, 1, 12_000],
  [2, 0.5, 300_000],
])(
  'after attempt %i waits for the delay of the list, give or take a fifth (random %d: %i ms)',
  async (attempt, random, delayMs) => {
    const outcome = await runAttempt(queue, jobAt(attempt), new AbortController(), () => random)
    expect(outcome).toEqual({ kind: 'retry', delayMs, error: 'always' })
  },
)

it('gives up after the last retry', async () => {
  expect(await runAttempt(queue, jobAt(3), new AbortController(), () => 0)).toEqual({
    kind: 'dead',
    error: 'always',
  })
})
