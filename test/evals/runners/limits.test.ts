import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parsePriceFile } from '../../../src/evals/aggregate/price-file.ts'
import { openCassettes, type Cassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { runSuite } from '../../../src/evals/suite/run-suite.ts'
import { verifies } from '../../requirements.ts'
import { createRunners, serveModel, weatherCase } from './serve-model.ts'

const asks = (city: string) => ({
  calls: [{ name: 'weather_x2e_get', arguments: JSON.stringify({ city }) }],
})

test.each([
  [{ tokens: 3 }, 'tokens'],
  [{ calls: 1 }, 'calls'],
  [{ cost: 0.5 }, 'cost'],
])('a run ends at its budget %o', async (budget, unit) => {
  verifies('evals.limits')
  await using model = await serveModel(() => asks('Graz'))
  for (const runner of Object.values(model.runners)) {
    const { error, steps, calls } = await runner.run(
      weatherCase('budget', { budget, maxSteps: 9 }),
      { price: (_model, { inputTokens }) => inputTokens * 0.4 },
    )
    expect(error).toMatchObject({ kind: 'budget', message: expect.stringContaining(unit) })
    expect(steps).toHaveLength(2)
    expect(calls[0]).toMatchObject({ result: { sky: 'blue' } })
    expect(calls[1]).not.toHaveProperty('result')
    expect(calls[1]).not.toHaveProperty('error')
  }
  expect(model.received).toHaveLength(2 * Object.keys(model.runners).length)
})

test('a budget of cost is not kept with a model whose price nobody knows: it is not asked', async () => {
  verifies('evals.limits', 'evals.prices')
  await using model = await serveModel(() => asks('Graz'))
  const prices = parsePriceFile({
    date: '2026-11-21',
    currency: 'USD',
    source: 'ours',
    models: { other: { input: 1, output: 1 } },
  })
  const runs = await runSuite(
    {
      cases: [weatherCase('budget', { budget: { cost: 1 } })],
      runners: Object.values(model.runners),
    },
    { prices },
  )

  expect(runs.map(({ error }) => error)).toEqual(
    Object.keys(model.runners).map(() => ({
      kind: 'infrastructure',
      message: 'The price file of 2026-11-21 does not list the model "scripted"; add it',
    })),
  )
  expect(model.received).toHaveLength(0)
})

test('with one step the first answer is all, and no call is made; so it is where tools have no results', async () => {
  verifies('evals.limits')
  await using model = await serveModel(() => asks('Graz'))
  for (const runner of Object.values(model.runners)) {
    for (const more of [{ maxSteps: 1 }, { mocks: [] }]) {
      const run = await runner.run(weatherCase('one', more))
      expect(run.error).toBeUndefined()
      expect(run.calls).toEqual([
        { id: expect.any(String), tool: 'weather.get', arguments: { city: 'Graz' } },
      ])
    }
    expect(
      (await runner.run(weatherCase('three', { maxSteps: 3 }), { stream: true })).steps.map(
        ({ calls }) => 'result' in (calls[0] ?? {}),
      ),
    ).toEqual([true, true, false])
  }
})

test('a call that nothing answers is a miss, and the model is asked no more', async () => {
  verifies('evals.limits')
  await using model = await serveModel(() => asks('Graz'))
  for (const runner of Object.values(model.runners)) {
    const before = model.received.length
    const { error } = await runner.run(
      weatherCase('unanswered', { mocks: [{ tool: 'news_get', result: {} }] }),
    )
    expect(error).toMatchObject({
      kind: 'replay-miss',
      message: expect.stringContaining('No recorded result of weather.get for {"city":"Graz"}'),
    })
    expect(model.received.length - before).toBe(1)
  }
})

test('a missing recording ends a streamed run as well, and leaves no promise that rejects', async () => {
  verifies('evals.limits')
  await using model = await serveModel(() => asks('Graz'))
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  const cassettes = openCassettes({ folder, mode: 'strict' })
  for (const runner of Object.values(model.runners)) {
    const { error } = await runner.run(weatherCase('missing'), { cassettes, stream: true })
    expect(error?.kind).toBe('replay-miss')
  }
  // An unhandled rejection, which is reported after a turn of the event loop, fails the file.
  await setImmediate()
})

test('an abort is thrown, and a budget of time ends a model that is silent', async () => {
  verifies('evals.limits')
  await using model = await serveModel(() => asks('Graz'))
  const silent = AbortSignal.abort(new Error('Enough'))
  for (const runner of Object.values(model.runners)) {
    await expect(runner.run(weatherCase('abort'), { signal: silent })).rejects.toThrow('Enough')
    const never = () => new Promise<never>(() => {})
    const run = await runner.run(weatherCase('silent', { budget: { ms: 20 } }), {
      cassettes: { mode: 'off', answer: never, result: never, tools: never },
    })
    expect(run.error).toMatchObject({ kind: 'budget', message: expect.stringContaining('20 ms') })
  }
  expect(model.received).toHaveLength(0)
})

test('the time in which the user is played does not count towards a budget of time', async () => {
  verifies('evals.limits', 'evals.user')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const answers = (text: string, ms: number): Cassettes => ({
    ...openCassettes({ folder: '', mode: 'off' }),
    answer: async () => {
      await vi.advanceTimersByTimeAsync(ms)
      const usage = { inputTokens: 1, outputTokens: 1 }
      return { answer: { text, calls: [], finish: 'stop', usage, ms: 0 } }
    },
  })
  const says = JSON.stringify({ reason: '', status: 'continue', message: 'Hi' })
  const run = (userMs: number, modelMs: number) => {
    const { openai } = createRunners('http://127.0.0.1:59999/v1')
    const user = { goal: 'Be greeted', maxTurns: 2 }
    return openai.run(weatherCase('slow', { messages: [], user, budget: { ms: 1000 } }), {
      cassettes: answers('Hello.', modelMs),
      simulator: {
        adapter: 'user',
        run: (question, options) =>
          openai.run(question, { ...options, cassettes: answers(says, userMs) }),
      },
    })
  }

  expect(await run(5000, 400)).toMatchObject({ conversation: { turns: 2 }, text: 'Hello.' })
  expect((await run(5000, 400)).error).toBeUndefined()
  // What was left before the user was asked is left afterwards.
  expect((await run(5000, 600)).error).toMatchObject({ kind: 'budget' })
})

test('a call whose arguments came as texts of JSON has its result', async () => {
  verifies('evals.results')
  await using model = await serveModel(({ results }) =>
    results.length > 0 ? { text: 'Done.' } : { calls: [{ name: 'add', arguments: asText }] },
  )
  const asText = JSON.stringify({ note: JSON.stringify({ title: 'Milk' }) })
  const inputSchema = {
    type: 'object',
    required: ['note'],
    properties: { note: { type: 'object', properties: { title: { type: 'string' } } } },
  }
  // LangChain validates before the tool is asked, and refuses such texts.
  const { langchain: _, ...runners } = model.runners
  for (const runner of Object.values(runners)) {
    const { calls } = await runner.run(
      weatherCase('texts', {
        tools: [{ name: 'add', description: 'Add a note', inputSchema }],
        mocks: [{ tool: 'add', arguments: { note: { title: 'Milk' } }, result: { id: 7 } }],
      }),
    )
    expect(calls).toEqual([
      {
        id: expect.any(String),
        tool: 'add',
        arguments: { note: '{"title":"Milk"}' },
        result: { id: 7 },
      },
    ])
  }
})

test('a model that is not there is no fault of the model', async () => {
  verifies('evals.limits')
  const model = await serveModel()
  await model[Symbol.asyncDispose]()
  for (const runner of [model.runners.langchain, model.runners.openai])
    expect((await runner.run(weatherCase('gone'))).error?.kind).toBe('infrastructure')
})
