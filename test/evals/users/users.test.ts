import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { parseCases } from '../../../src/evals/cases/parse-cases.ts'
import { compareRuns } from '../../../src/evals/parity/compare-runs.ts'
import { createReport } from '../../../src/evals/reports/create-report.ts'
import { toHtml } from '../../../src/evals/reports/html/to-html.ts'
import { parseReport } from '../../../src/evals/reports/report-schema.ts'
import { toJson } from '../../../src/evals/reports/to-json.ts'
import { scoreRun } from '../../../src/evals/scorers/score-run.ts'
import { runSuite } from '../../../src/evals/suite/run-suite.ts'
import type { CaseRun, CaseUser, EvalCase } from '../../../src/evals/types.ts'
import type { Conversation } from '../../adapters/read-conversation.ts'
import type { Turn } from '../../adapters/serve-openai.ts'
import { verifies } from '../../requirements.ts'
import { createRunners, serveModel, weatherCase } from '../runners/serve-model.ts'

/** Asks for the city that the user has not named, and looks it up. */
const assistant = ({ said, results }: Conversation): Turn => {
  if (said.length === 1) return { text: 'Which city?' }
  if (results.length < said.length - 1)
    return { calls: [{ name: 'weather_x2e_get', arguments: JSON.stringify({ city: 'Graz' }) }] }
  return { text: `Graz (${said.length}): the sky is blue.` }
}

const plays = (status: string, message = ''): string =>
  JSON.stringify({ reason: `It is ${status}`, status, message })

/** Asks, names the city, and is content with the answer. */
const person = ({ said }: Conversation): Turn => ({
  text:
    said.length === 1
      ? plays('continue', 'How is the weather?')
      : said.at(-1) === 'Which city?'
        ? plays('continue', 'In Graz.')
        : plays('reached'),
})

/** One model for both, which knows the user's part by how it begins. */
const both =
  (user: (conversation: Conversation) => Turn) =>
  (conversation: Conversation): Turn =>
    conversation.said[0] === 'The conversation begins.'
      ? user(conversation)
      : assistant(conversation)

const goal = {
  goal: 'Know the weather at home',
  persona: 'Somebody in a hurry',
  facts: ['Home is Graz'],
}

const talk = (id: string, user: CaseUser, more: Partial<EvalCase> = {}): EvalCase =>
  weatherCase(id, {
    messages: [{ role: 'system', content: `Be brief. (${id})` }],
    user,
    expect: { calls: [{ tool: 'weather.get', arguments: { city: 'Graz' } }] },
    ...more,
  })

const conversationOf = ({ steps }: CaseRun) =>
  steps.map(({ user, text, calls }) => [user, text, calls.map(({ tool }) => tool)])

const wholeConversation = [
  ['How is the weather?', 'Which city?', []],
  ['In Graz.', '', ['weather.get']],
  [undefined, 'Graz (2): the sky is blue.', []],
]

test.each([false, true])(
  'a model plays the user until the goal is reached, and the conversation replays in all frameworks; streamed: %s',
  async (stream) => {
    verifies('evals.user', 'evals.replay')
    const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
    const evalCase = talk('goal', goal)
    await using model = await serveModel(both(person))
    for (const [name, runner] of Object.entries(model.runners)) {
      const live = await runner.run(evalCase, { stream })
      expect([name, conversationOf(live)]).toEqual([name, wholeConversation])
    }

    const recorded = await model.runners.langchain.run(evalCase, {
      cassettes: openCassettes({ folder }),
      stream,
    })
    expect(recorded).toMatchObject({
      conversation: { turns: 2, reached: true, reason: 'It is reached' },
      text: 'Graz (2): the sky is blue.',
    })
    expect(await readdir(folder)).toHaveLength(6)
    const runs = await Promise.all(
      Object.values(createRunners('http://127.0.0.1:59999/v1')).map((runner) =>
        runner.run(evalCase, { cassettes: openCassettes({ folder, mode: 'strict' }), stream }),
      ),
    )
    for (const run of runs) expect(run).toEqual({ ...recorded, adapter: run.adapter })
    expect(compareRuns(runs)).toMatchObject({ compared: 1, differing: [] })
  },
)

test('another model may play the user, who knows only what the case says', async () => {
  verifies('evals.user')
  await using model = await serveModel(assistant)
  await using other = await serveModel(person)
  const [run] = await runSuite(
    { cases: [talk('other', goal)], runners: [model.runners.anthropic] },
    { simulator: other.runners.google },
  )

  expect(run).toMatchObject({ passed: true, conversation: { turns: 2, reached: true } })
  expect(run?.scores).toContainEqual({ name: 'goal', value: 1, reason: '' })
  expect([model.received.length, other.received.length]).toEqual([3, 3])
  const each = { model: expect.any(String), usage: { inputTokens: 1, outputTokens: 1 } }
  expect(run?.usage).toMatchObject({ inputTokens: 3, outputTokens: 3 })
  expect(run?.evaluators).toMatchObject([each, each, each])
  const asked = JSON.stringify(other.received.at(-1)?.body)
  for (const text of ['Know the weather at home', 'Somebody in a hurry', 'Home is Graz'])
    expect(asked).toContain(text)
  for (const text of ['weather.get', 'weather_x2e_get', 'degrees', 'Be brief'])
    expect(asked).not.toContain(text)
})

test('the conversation ends at its bounds, or when the user gives up, and the goal is then missed', async () => {
  verifies('evals.user')
  const stubborn = () => ({ text: plays('continue', 'Are you sure?') })
  const givesUp = ({ said }: Conversation) => ({
    text: said.length === 1 ? plays('continue', 'Hello') : plays('failed'),
  })
  const run = async (user: (conversation: Conversation) => Turn, evalCase: EvalCase) => {
    await using model = await serveModel(both(user))
    const made = await model.runners.openai.run(evalCase)
    const { scores } = await scoreRun(made)
    return { made, goal: scores.find(({ name }) => name === 'goal') }
  }

  const endless = await run(stubborn, talk('endless', { ...goal, maxTurns: 3 }))
  expect(endless.made.conversation).toMatchObject({ turns: 3, reached: false })
  expect(endless.goal).toMatchObject({
    value: 0,
    reason: 'The goal was not reached in 3 turns: It is continue',
  })
  const short = await run(stubborn, talk('short', goal, { maxSteps: 3 }))
  expect(short.made.steps).toHaveLength(3)
  expect(short.goal).toMatchObject({ value: 0, reason: expect.stringContaining('the steps of') })
  const lost = await run(givesUp, talk('lost', goal, { expect: { goal: false } }))
  expect(lost.made.conversation).toEqual({ turns: 1, reached: false, reason: 'It is failed' })
  expect(lost.goal).toMatchObject({ value: 1 })
  // Without results of tools, each answer is one step, and the last of them can reach the goal.
  const chat = talk('chat', { ...goal, maxTurns: 2 }, { tools: [], mocks: [], expect: {} })
  const reached = ({ said }: Conversation) => ({
    text: said.length <= 2 ? plays('continue', 'Hello') : plays('reached'),
  })
  await using model = await serveModel((conversation) =>
    conversation.said[0] === 'The conversation begins.' ? reached(conversation) : { text: 'Hm.' },
  )
  const chatted = await model.runners.ai.run(chat)
  expect(chatted.conversation).toMatchObject({ turns: 2, reached: true })
  expect(chatted.steps).toHaveLength(2)
})

test.each([
  ['who does not answer with JSON', () => 'I am a user', 'did not answer with JSON: I am a user'],
  ['who does not begin', () => plays('reached'), 'did not begin the conversation: It is reached'],
  ['who says nothing', () => plays('continue', ' '), 'it said nothing'],
])('a user %s is an error of the case', async (_, says, message) => {
  verifies('evals.user')
  await using model = await serveModel(both(() => ({ text: says() })))
  for (const runner of Object.values(model.runners)) {
    const run = await scoreRun(await runner.run(talk('broken', goal)))
    expect(run).toMatchObject({
      passed: false,
      error: {
        kind: 'evaluator',
        message: expect.stringMatching(new RegExp(`^The simulated user failed: .*${message}`)),
      },
    })
  }
})

test('a user says what the case says, one message after each answer', async () => {
  verifies('evals.user')
  const says = ['How is the weather?', 'In Graz.', 'Thanks.']
  await using model = await serveModel(assistant)
  const runs = await runSuite({
    cases: [
      talk('said', { says }, { expect: {} }),
      { ...talk('asked', { says: says.slice(1) }), messages: [{ role: 'user', content: 'Hi' }] },
      talk('cut', { says }, { maxSteps: 1 }),
    ],
    runners: Object.values(model.runners),
  })

  for (const run of runs)
    if (run.case.id === 'said')
      expect(conversationOf(run)).toEqual([
        ...wholeConversation,
        ['Thanks.', '', ['weather.get']],
        [undefined, 'Graz (3): the sky is blue.', []],
      ])
    else if (run.case.id === 'asked') {
      expect(run.steps.map(({ user }) => user)).toEqual([
        undefined,
        'In Graz.',
        undefined,
        'Thanks.',
        undefined,
      ])
      expect(run.conversation).toEqual({ turns: 2, reason: '' })
    } else
      expect(run.scores).toContainEqual({
        name: 'turns',
        value: 1 / 3,
        reason: 'The run ended after 1 of 3 messages of the user',
      })
})

test('reports hold the whole conversation, and how it ended', async () => {
  verifies('evals.user', 'evals.reports')
  await using model = await serveModel(both(person))
  const report = createReport(
    await runSuite({ cases: [talk('<goal>', goal)], runners: [model.runners.openai] }),
  )

  expect(parseReport(JSON.parse(toJson(report)))).toEqual(report)
  expect(report.runs[0]).toMatchObject({
    user: goal,
    conversation: { turns: 2, reached: true },
    steps: [{ user: 'How is the weather?' }, { user: 'In Graz.' }, {}],
  })
  const page = (await toHtml(report)).replaceAll(/\s+/g, ' ')
  expect(page).toContain(
    '<span class="quiet">user</span><pre>In Graz.</pre></li><li><p>weather.get</p>',
  )
  expect(page).toContain('The user wrote 2 messages and reached the goal. It is reached')
  expect(page).toContain('Know the weather at home')
})

test('recordings of a user hide the secrets of those of the model', async () => {
  verifies('evals.user', 'evals.secrets')
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  await using model = await serveModel(both(person))
  await model.runners.openai.run(talk('secret', { ...goal, facts: ['The code is 4711-planted'] }), {
    cassettes: openCassettes({ folder, secrets: ['4711-planted'] }),
  })
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  )
  expect(texts.join()).toContain('The code is [secret]')
  expect(texts.join()).not.toContain('4711-planted')
})

test('files of cases say what the user says or wants', () => {
  verifies('evals.user', 'evals.cases.forms')
  const parse = (fields: object) => parseCases([{ id: 'a', expect: {}, ...fields }], 'a.json')
  expect(parse({ user: goal })).toMatchObject([{ messages: [], user: goal }])
  expect(parse({ input: 'Hi', user: { says: ['Thanks'] } })).toMatchObject([
    { messages: [{ role: 'user' }], user: { says: ['Thanks'] } },
  ])
  for (const [fields, message] of [
    [{}, 'without both, user begins'],
    [{ messages: [] }, 'write either input'],
    [{ user: { says: [] } }, 'user.says: Too small'],
    [{ user: 'Hello' }, 'must be {says: [texts]}'],
    [{ user: { ...goal, maxTurns: 51 } }, 'user.maxTurns: Too big'],
    [{ user: { ...goal, hurry: true } }, 'Unrecognized key: "hurry"'],
    [{ input: 'Hi', expect: { goal: true } }, 'requires user.goal'],
  ] as const)
    expect(() => parse(fields)).toThrow(message)
})
