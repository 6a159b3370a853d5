import * as fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { countByLevel, triesEveryRequest } from '../../../support/thorough.ts'
import { expectSameVerdict } from './expect-same-verdict.ts'
import { generateSession } from './generate-session.ts'
import { referenceOf } from './reference.ts'
import { startWorld, type World } from './start-world.ts'

/** Always from the same beginning. */
const numRuns = countByLevel('generated sessions at every door', {
  desk: 4,
  gate: triesEveryRequest ? 50 : 10,
  full: 100,
})

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

it(
  `of ${numRuns} generated sessions each says at every door what the specification means`,
  // Ends what hangs, however busy the machine is.
  { timeout: 300_000 + numRuns * 30_000 },
  async () => {
    verifies(
      'sessions.limits.every-door',
      'sessions.limits.proxy',
      'sessions.tags.precedence',
      'sessions.tags.meaning',
    )
    await fc.assert(
      fc.asyncProperty(generateSession(world.ids), (request) =>
        expectSameVerdict(world, request, referenceOf(request, world.ids)),
      ),
      { numRuns, seed: 20261121 },
    )
  },
)
