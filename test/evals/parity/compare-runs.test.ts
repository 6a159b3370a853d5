import { expect, test } from 'vitest'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { compareRuns } from '../../../src/evals/parity/compare-runs.ts'
import type { CaseRun } from '../../../src/evals/types.ts'
import { verifies } from '../../requirements.ts'
import { serveModel, weatherCase } from '../runners/serve-model.ts'

const runAll = async (
  model: Awaited<ReturnType<typeof serveModel>>,
  id: string,
): Promise<CaseRun[]> => {
  const cassettes = openCassettes({ folder: await mkdtemp(join(tmpdir(), 'cassettes-')) })
  const runs: CaseRun[] = []
  for (const runner of Object.values(model.runners))
    runs.push(await runner.run(weatherCase(id), { cassettes }))
  return runs
}

test('names the case, the place and what each adapter made of it', async () => {
  verifies('evals.parity')
  await using model = await serveModel()
  const runs = await runAll(model, 'cities')
  expect(compareRuns(runs)).toEqual({
    compared: 1,
    differing: [],
    text: 'The adapters agree in all 1 compared runs',
  })

  const [ai, langchain, openai] = structuredClone(runs)
  if (!ai?.steps[0] || !langchain || !openai) throw new Error('Three runs were made')
  ai.steps[0].calls.reverse()
  expect(compareRuns([ai, langchain, openai]).differing).toEqual([])
  ai.steps[0].calls[0] = { id: 'x', tool: 'weather.get', arguments: { city: 'Wels' } }
  const { differing, text } = compareRuns([ai, langchain, openai])
  expect(differing).toMatchObject([
    {
      id: 'cities',
      trial: 1,
      places: [{ place: 'step 1, calls', seen: { ai: expect.stringContaining('Wels') } }],
    },
  ])
  expect(text).toContain('cities\n  step 1, calls: ai [')
  expect(compareRuns([ai]).compared).toBe(0)
})

test('arguments that do not fit are seen alike by all adapters, and no call is made', async () => {
  verifies('evals.parity', 'evals.runners')
  for (const [given, seen] of [
    ['{"city": 5}', { city: 5 }],
    ['{"city": ', '{"city": '],
  ] as const) {
    await using model = await serveModel(({ results }) =>
      results.length > 0
        ? { text: 'I give up.' }
        : { calls: [{ name: 'weather_x2e_get', arguments: given }] },
    )
    const runs = await runAll(model, 'misfit')
    for (const { steps, error } of runs) {
      expect(error).toBeUndefined()
      expect(steps).toMatchObject([
        { calls: [{ tool: 'weather.get', arguments: seen, error: expect.any(String) }] },
        { text: 'I give up.' },
      ])
    }
  }
})
