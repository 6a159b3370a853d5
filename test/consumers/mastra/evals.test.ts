import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAI } from '@ai-sdk/openai'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { compareRuns } from '../../../src/evals/parity/compare-runs.ts'
import { mastra } from '../../../src/evals/runners/mastra/mastra-runner.ts'
import type { ModelSettings } from '../../../src/evals/runners/runner.ts'
import { scoreRun } from '../../../src/evals/scorers/score-run.ts'
import type { Conversation } from '../../adapters/read-conversation.ts'
import type { Turn } from '../../adapters/serve-openai.ts'
import { createRunners, key, serveModel, weatherCase } from '../../evals/runners/serve-model.ts'

/** Mastra adapts schemas and settings to the models of providers that it knows. */
const createRunner = (baseURL: string, settings: ModelSettings = {}, name = 'own') =>
  mastra(
    { Agent, createTool },
    createOpenAI({ baseURL, apiKey: key, name }).chat('scripted'),
    settings,
  )
const nowhere = 'http://127.0.0.1:59999/v1'
const openFolder = () => mkdtemp(join(tmpdir(), 'cassettes-'))

test.each([false, true])(
  'what each runner recorded replays through Mastra to the same steps, and the other way round; streamed: %s',
  async (stream) => {
    await using model = await serveModel()
    const runners = { ...model.runners, mastra: createRunner(`${model.url}/v1`) }
    for (const [name, recorder] of Object.entries(runners)) {
      const folder = await openFolder()
      const recorded = await recorder.run(weatherCase('cities'), {
        cassettes: openCassettes({ folder }),
        stream,
      })
      expect([name, recorded.error, recorded.text]).toEqual([
        name,
        undefined,
        'I know of 2 cities.',
      ])
      for (const replayStream of [false, true]) {
        const cassettes = openCassettes({ folder, mode: 'strict' })
        const replayers = [...Object.values(createRunners(nowhere)), createRunner(nowhere)]
        const runs = await Promise.all(
          replayers.map((runner) =>
            runner.run(weatherCase('cities'), { cassettes, stream: replayStream }),
          ),
        )
        expect(runs.map(({ error }) => error)).toEqual(runs.map(() => undefined))
        for (const run of runs) expect(run.steps).toEqual(recorded.steps)
        expect(compareRuns(runs)).toMatchObject({ compared: 1, differing: [] })
      }
    }
  },
)

test('a conversation of several turns is the same as in the AI SDK, with a user that it plays', async () => {
  const assistant = ({ said, results }: Conversation): Turn => {
    if (said[0] === 'The conversation begins.')
      return {
        text: JSON.stringify(
          said.length === 1
            ? { reason: 'First', status: 'continue', message: 'Hello' }
            : said.length === 2
              ? { reason: 'Second', status: 'continue', message: 'In Graz.' }
              : { reason: 'Third', status: 'reached', message: '' },
        ),
      }
    if (said.length === 1) return { text: 'Which city?' }
    return results.length === 0
      ? { calls: [{ name: 'weather_x2e_get', arguments: '{"city":"Graz"}' }] }
      : { text: 'Blue.' }
  }
  await using model = await serveModel(assistant)
  const folder = await openFolder()
  const evalCase = weatherCase('talk', {
    messages: [{ role: 'system', content: 'Be brief.' }],
    user: { goal: 'Know the weather' },
    expect: { calls: [{ tool: 'weather.get', arguments: { city: 'Graz' } }] },
  })
  const recorded = await createRunner(`${model.url}/v1`).run(evalCase, {
    cassettes: openCassettes({ folder }),
  })
  expect(await scoreRun(recorded)).toMatchObject({
    passed: true,
    conversation: { turns: 2, reached: true },
    steps: [{ user: 'Hello', text: 'Which city?' }, { user: 'In Graz.' }, { text: 'Blue.' }],
  })
  const cassettes = openCassettes({ folder, mode: 'strict' })
  const replayed = await createRunners(nowhere).ai.run(evalCase, { cassettes })
  expect(replayed).toEqual({ ...recorded, adapter: 'ai' })
})

test('settings reach the model, and are part of the recorded request as in the AI SDK', async () => {
  await using model = await serveModel()
  const settings = { temperature: 0.5, topP: 0.9, stop: ['END'], seed: 3 }
  const folder = await openFolder()
  await createRunner(`${model.url}/v1`, settings).run(weatherCase('settings'), {
    cassettes: openCassettes({ folder }),
  })
  expect(model.received[0]?.body).toMatchObject({ temperature: 0.5, stop: ['END'], seed: 3 })
  const cassettes = openCassettes({ folder, mode: 'strict' })
  expect(
    (await createRunners(nowhere, settings).ai.run(weatherCase('settings'), { cassettes })).error,
  ).toBeUndefined()
})

test('what Mastra changes for the models of a provider is part of the recording', async () => {
  await using model = await serveModel()
  const folder = await openFolder()
  const evalCase = weatherCase('openai')
  const live = await createRunner(`${model.url}/v1`, {}, 'openai').run(evalCase, {
    cassettes: openCassettes({ folder }),
  })
  const cassettes = openCassettes({ folder, mode: 'strict' })
  const replayed = await createRunner(nowhere, {}, 'openai').run(evalCase, { cassettes })
  expect(replayed).toEqual(live)
  expect((await createRunners(nowhere).ai.run(evalCase, { cassettes })).error?.message).toContain(
    'tools.weather_x2e_get.inputSchema.required',
  )
})

test('limits end a run, Mastra answers misfits, and its errors are no fault of the model', async () => {
  await using model = await serveModel(({ results }) =>
    results.length > 1
      ? { text: 'I give up.' }
      : {
          calls: [
            { name: 'weather_x2e_get', arguments: results.length === 0 ? '{"city":5}' : '{}' },
          ],
        },
  )
  const runner = createRunner(`${model.url}/v1`)
  const misfit = await runner.run(weatherCase('misfit'))
  expect(misfit.error).toBeUndefined()
  expect(misfit.steps).toMatchObject([
    { calls: [{ tool: 'weather.get', arguments: { city: 5 }, error: expect.any(String) }] },
    { calls: [{ error: expect.stringContaining('city') }] },
    { text: 'I give up.' },
  ])
  expect((await runner.run(weatherCase('one', { maxSteps: 1 }))).steps).toHaveLength(1)
  expect((await runner.run(weatherCase('budget', { budget: { calls: 1 } }))).error).toMatchObject({
    kind: 'budget',
  })
  const { error } = await createRunner(nowhere).run(weatherCase('gone'))
  expect(error?.kind).toBe('infrastructure')
  const cassettes = openCassettes({ folder: await openFolder(), mode: 'strict' })
  expect((await runner.run(weatherCase('miss'), { cassettes })).error?.kind).toBe('replay-miss')
  const signal = AbortSignal.abort(new Error('Enough'))
  await expect(runner.run(weatherCase('abort'), { signal })).rejects.toThrow('Enough')
})
