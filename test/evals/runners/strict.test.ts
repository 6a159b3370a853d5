import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import type { CaseRun } from '../../../src/evals/types.ts'
import { verifies } from '../../requirements.ts'
import { isThorough } from '../../support/thorough.ts'
import { createRunners, serveModel, weatherCase } from './serve-model.ts'
import { forbidSockets } from './without-sockets.ts'

const cases = Array.from({ length: isThorough ? 500 : 15 }, (_, index) =>
  weatherCase(`case-${index}`),
)

test('strict replay opens no socket and gives the same bytes each time', async () => {
  verifies('evals.strict')
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  {
    await using model = await serveModel()
    const cassettes = openCassettes({ folder })
    for (const evalCase of cases) await model.runners.openai.run(evalCase, { cassettes })
  }
  using sockets = forbidSockets()
  const replay = (): Promise<CaseRun[]> =>
    sockets.run(async () => {
      const cassettes = openCassettes({ folder, mode: 'strict' })
      const runs: CaseRun[] = []
      for (const runner of Object.values(createRunners('http://127.0.0.1:59999/v1'))) {
        for (const evalCase of cases) runs.push(await runner.run(evalCase, { cassettes }))
      }
      return runs
    })
  const started = performance.now()
  const runs = await replay()
  if (isThorough)
    console.log(`${runs.length} runs in ${Math.round(performance.now() - started)} ms`)

  expect(runs.filter(({ error }) => error !== undefined)).toEqual([])
  expect(runs.every(({ steps }) => steps.length === 2)).toBe(true)
  expect(JSON.stringify(await replay())).toBe(JSON.stringify(runs))
  expect(sockets.opened).not.toHaveBeenCalled()

  const live = await sockets.run(() =>
    createRunners('http://127.0.0.1:59999/v1').openai.run(cases[0] ?? weatherCase('one'), {}),
  )
  expect(live.error?.kind).toBe('infrastructure')
  expect(sockets.opened).toHaveBeenCalled()
}, 300_000)
