import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { fixedSeed } from '../../support/seed.ts'
import { countByLevel, triesEveryRequest } from '../../support/thorough.ts'
import { secretsIn } from './isolation-model-canaries.ts'
import { dumpDatabase } from './isolation-model-dump.ts'
import { problemsInDump, problemsInSent, runModel } from './isolation-model-run.ts'
import { startModelService, type ModelService } from './isolation-model-service.ts'
import { operations } from './operations.ts'

const steps = countByLevel('steps of the isolation model', {
  desk: 250,
  gate: triesEveryRequest ? 10_000 : 1_200,
  full: 100_000,
})

/**
 * What succeeds only after a browser has connected, or a third party's server has changed its
 * tools.
 */
const outOfReach = new Set([
  'connectedAccounts.confirm',
  'connections.confirm',
  'toolkits.acceptChanges',
  'toolkits.rejectChanges',
])

let model: ModelService
beforeAll(async () => {
  model = await startModelService()
})
afterAll(async () => {
  await model.close()
  await model.remove()
})

it(
  "whatever projects do, none sees what is another's, and no secret lies open",
  { timeout: 300_000 + steps * 100 },
  async () => {
    verifies(
      'isolation.ids',
      'isolation.references',
      'isolation.lists',
      'isolation.cursors',
      'isolation.search',
      'isolation.secrets',
      'isolation.addresses',
      'events.stream.isolation',
      'auth-configs.masked',
      'webhooks.create.secret',
      'webhooks.secret.stored',
    )
    const { world, succeeded } = await runModel(model, { seed: fixedSeed, steps })
    const run = `seed ${fixedSeed}, ${steps} steps`
    await model.close()
    expect(problemsInSent(world, model), run).toEqual([])
    expect(model.lines.length, run).toBeGreaterThan(steps)
    expect(
      model.lines.filter((line) => secretsIn(line).length > 0),
      run,
    ).toEqual([])
    expect(problemsInDump(world, await dumpDatabase(model.database)), run).toEqual([])
    // A run in which much is only refused would show little.
    const within = [
      ...operations.map(({ name }) => name),
      'GET /files',
      'GET /connect',
      'GET /approve',
    ].filter((name) => !outOfReach.has(name))
    const neverSucceeded = within.filter((name) => !succeeded.has(name))
    if (steps >= 10_000)
      expect(
        neverSucceeded.length,
        `${run}: ${neverSucceeded.join(', ')} never succeeded; see weights`,
      ).toBeLessThan(4)
  },
)
