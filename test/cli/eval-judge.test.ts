import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCriteria } from '../../src/cli/eval/open-evaluators.ts'
import { serveOpenai } from '../adapters/serve-openai.ts'
import { serve } from '../client/serve.ts'
import { verifies } from '../requirements.ts'
import { runCli } from './run-cli.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eval-judge-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const writeCase = async (name: string): Promise<string> => {
  const path = join(folder, `${name}.json`)
  await writeFile(
    path,
    JSON.stringify([{ id: name, input: `Hi (${name})`, expect: { noCall: true } }]),
  )
  return path
}

const verdicts = (yes: boolean) =>
  JSON.stringify({
    goal: { reason: 'It greeted', yes: true },
    polite: { reason: 'It was rude', yes },
  })

test('--judge lets a model of another API judge each run, and its answers replay without it', async () => {
  verifies('evals.command', 'evals.judge')
  const path = await writeCase('greeting')
  const cassettes = ['--cassettes', join(folder, 'cassettes')]
  const judge = ['--judge', 'referee', '--criterion', 'goal', '--criterion', 'polite=Is it polite?']
  const evaluate = ['eval', path, '--model', 'scripted', ...judge, ...cassettes]
  {
    await using model = await serveOpenai({ text: 'Hello.' })
    await using referee = await serveOpenai({ text: verdicts(true) })
    const { code, stdout, stderr } = await runCli(
      [...evaluate, '--base-url', `${model.url}/v1`, '--evaluator-base-url', `${referee.url}/v1`],
      { environment: { OPENAI_API_KEY: 'sk-model', EVALUATOR_API_KEY: 'sk-referee' } },
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('1 of 1 runs passed')
    expect(model.received.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer sk-model',
    ])
    expect(referee.received.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer sk-referee',
    ])
    expect(JSON.stringify(referee.received[0]?.body)).toContain('- polite: Is it polite?')
  }
  const names = await readdir(join(folder, 'cassettes'))
  expect(names).toHaveLength(2)
  for (const name of names)
    expect(await readFile(join(folder, 'cassettes', name), 'utf8')).not.toContain('sk-')

  const replayed = await runCli([...evaluate, '--mode', 'strict', '--threshold', 'judge=1'])
  expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('judge 100 %') })
  const other = await runCli([...evaluate, '--mode', 'strict', '--criterion', 'faithful'])
  expect(other).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('evaluator: The judge failed: No recorded answer of "referee"'),
  })
})

test('a verdict of no is a run that did not pass, and no verdict at all an error', async () => {
  verifies('evals.command', 'evals.judge')
  const evaluate = async (name: string, verdict: string) => {
    await using model = await serveOpenai({ text: 'Go away.' }, { text: verdict })
    const options = ['--model', 'scripted', '--base-url', `${model.url}/v1`, '--mode', 'off']
    const judge = ['--judge', 'scripted', '--criterion', 'goal', '--criterion', 'polite=Is it?']
    return await runCli(['eval', await writeCase(name), ...options, ...judge, '--threshold', '0'])
  }

  const refused = await evaluate('rude', verdicts(false))
  expect(refused).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('judge 50 %: polite: It was rude'),
  })
  const silent = await evaluate('silent', 'I would rather not say.')
  expect(silent.stdout).toContain('evaluator: The judge failed: The model did not answer with JSON')
  expect(silent.code).toBe(2)
})

test('a key of an evaluator is not sent to the server of the evaluated model', async () => {
  verifies('evals.command', 'evals.judge')
  const path = await writeCase('keys')
  await using model = await serveOpenai({ text: 'Hello.' }, { text: verdicts(true) })
  const evaluate = (environment: Record<string, string>, ...options: string[]) =>
    runCli(['eval', path, '--model', 'scripted', '--judge', 'referee', ...options], {
      environment: { OPENAI_BASE_URL: `${model.url}/v1`, ...environment },
    })
  const criteria = ['--criterion', 'goal', '--criterion', 'polite=Is it?']

  const refused = await evaluate({ EVALUATOR_API_KEY: 'sk-referee' }, '--mode', 'off')
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/EVALUATOR_API_KEY is for http[^]*Pass --evaluator-base-url/),
  })
  expect(model.received).toEqual([])

  const shared = await evaluate({ OPENAI_API_KEY: 'sk-model' }, '--mode', 'off', ...criteria)
  expect(shared).toMatchObject({ code: 0, stderr: '' })
  expect(model.received.map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer sk-model',
    'Bearer sk-model',
  ])
})

test('a key that a server repeats is in no report and not on the terminal', async () => {
  verifies('evals.command', 'evals.secrets')
  await using server = await serve((app) =>
    app.post('/v1/chat/completions', (context) =>
      context.json({ error: { message: `Wrong: ${context.req.header('authorization')}` } }, 401),
    ),
  )
  await using model = await serveOpenai({ text: 'Hello.' })
  const [url, keys] = [
    `${server.url}/v1`,
    { OPENAI_API_KEY: 'sk-planted-model', EVALUATOR_API_KEY: 'sk-planted-referee' },
  ]
  const paths = ['json', 'xml', 'md', 'html'].map((ending) => join(folder, `refused.${ending}`))
  const reports = paths.flatMap((path) => ['--report', path])
  const evaluate = async (...options: string[]) => {
    const evaluated = ['eval', await writeCase('refused'), '--model', 'scripted', '--mode', 'off']
    const { code, stdout, stderr } = await runCli([...evaluated, ...reports, ...options], {
      environment: keys,
    })
    expect(code).toBe(2)
    expect(stdout).toContain('Wrong: Bearer [secret]')
    const written = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
    expect([stdout, stderr, ...written].join()).not.toContain('sk-planted')
  }

  await evaluate('--base-url', url)
  await evaluate('--base-url', `${model.url}/v1`, '--judge', 'referee', '--evaluator-base-url', url)
  // A placeholder for a key is not taken for a secret, which would be found in many words.
  await using local = await serveOpenai({ text: 'Hello.' })
  const placeholder = ['--model-key', 'e', '--base-url', `${local.url}/v1`, '--mode', 'off']
  expect(
    await runCli(['eval', await writeCase('local'), '--model', 'scripted', ...placeholder]),
  ).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 runs passed') })
})

test('--simulator plays the user of cases with a goal', async () => {
  verifies('evals.command', 'evals.user')
  const path = join(folder, 'goal.yaml')
  await writeFile(
    path,
    '- { id: goal, user: { goal: Be greeted, maxTurns: 2 }, expect: { noCall: true } }\n',
  )
  await using model = await serveOpenai({ text: 'Hello.' })
  const plays = (status: string) => JSON.stringify({ reason: 'So', status, message: 'Hi' })
  await using person = await serveOpenai({ text: plays('continue') }, { text: plays('reached') })
  const evaluated = ['--model', 'scripted', '--base-url', `${model.url}/v1`, '--mode', 'off']
  const simulator = ['--simulator', 'person', '--evaluator-base-url', `${person.url}/v1`]
  const { code, stdout } = await runCli(['eval', path, ...evaluated, ...simulator])
  expect(stdout).toContain('1 of 1 runs passed')
  expect(code).toBe(0)
  expect(person.received).toHaveLength(2)
})

test('criteria are named, or written out', async () => {
  verifies('evals.command')
  expect(parseCriteria(['honest', 'short = Is it short?'])).toEqual({
    honest: expect.stringContaining('does the assistant say so'),
    short: 'Is it short?',
  })
  for (const text of ['polite', 'polite=', '=Is it polite?', 'constructor'])
    expect(() => parseCriteria([text])).toThrow('is not a criterion')
  const { code, stderr } = await runCli([
    'eval',
    await writeCase('alone'),
    '--model',
    'scripted',
    '--mode',
    'strict',
    '--criterion',
    'goal',
  ])
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no judge to answer the criteria'),
  })
})
