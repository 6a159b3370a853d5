import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { compareRuns } from '../../../src/evals/parity/compare-runs.ts'
import { verifies } from '../../requirements.ts'
import { createRunners, serveModel, weatherCase } from './serve-model.ts'

const unreachable = createRunners('http://127.0.0.1:59999/v1')

describe.each(['ai', 'langchain', 'openai', 'anthropic', 'google'] as const)(
  'what the runner of %s recorded',
  (recorder) => {
    test.each([false, true])(
      'replays through all adapters to the same steps; streamed: %s',
      async (stream) => {
        verifies('evals.replay', 'evals.runners')
        await using model = await serveModel()
        const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
        const recorded = await model.runners[recorder].run(weatherCase('cities'), {
          cassettes: openCassettes({ folder }),
          stream,
        })
        const asked = model.received.length

        expect(recorded.error).toBeUndefined()
        expect(recorded.steps.map(({ calls, text }) => ({ calls, text }))).toEqual([
          {
            calls: [
              {
                id: expect.any(String),
                tool: 'weather.get',
                arguments: { city: 'Graz', days: 2 },
                result: { sky: 'blue', degrees: 21 },
              },
              {
                id: expect.any(String),
                tool: 'weather.get',
                arguments: { city: 'Linz', days: 2 },
                error: 'There is no station',
              },
            ],
            text: '',
          },
          { calls: [], text: 'I know of 2 cities.' },
        ])
        expect(asked).toBe(2)

        for (const replayStream of [false, true]) {
          const cassettes = openCassettes({ folder, mode: 'strict' })
          const runs = await Promise.all(
            Object.values(unreachable).map((runner) =>
              runner.run(weatherCase('cities'), { cassettes, stream: replayStream }),
            ),
          )
          expect(runs.map(({ error }) => error)).toEqual(runs.map(() => undefined))
          expect(runs).toHaveLength(5)
          for (const run of runs) expect(run.steps).toEqual(recorded.steps)
          expect(compareRuns(runs)).toMatchObject({ compared: 1, differing: [] })
        }
        expect(model.received).toHaveLength(asked)
      },
    )
  },
)
