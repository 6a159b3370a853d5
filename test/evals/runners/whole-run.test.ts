import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { modelJudge } from '../../../src/evals/judges/model-judge.ts'
import { createReport } from '../../../src/evals/reports/create-report.ts'
import { runSuite } from '../../../src/evals/suite/run-suite.ts'
import { Plugboard } from '../../../src/index.ts'
import type { Conversation } from '../../adapters/read-conversation.ts'
import type { Turn } from '../../adapters/serve-openai.ts'
import { verifies } from '../../requirements.ts'
import { notesSecret, startNotesService } from '../../support/notes-service.ts'
import { createRunners, key, serveModel, weatherCase } from './serve-model.ts'
import { forbidSockets } from './without-sockets.ts'

const call = (name: string, given: object) => ({ name, arguments: JSON.stringify(given) })
const execute = (...tools: object[]) => call('SVC_MULTI_EXECUTE_TOOL', { tools })

/** Searches, makes calls of two toolkits that were imported, one of which fails, then another. */
const assistant = ({ results }: Conversation): Turn => {
  const steps = [
    [call('SVC_SEARCH_TOOLS', { queries: [{ use_case: 'get a note' }] })],
    [
      execute(
        { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } },
        { tool_slug: 'OPEN_GET_NOTE', arguments: { id: 'lost' } },
      ),
    ],
    [execute({ tool_slug: 'NOTES_CREATE_NOTE', arguments: { text: 'Milk' } })],
  ]
  const calls = steps[results.length]
  return calls ? { calls } : { text: `Done after ${results.length} calls.` }
}

const evaluators = ({ said }: Conversation): Turn => {
  if (said[0] !== 'The conversation begins.')
    return { text: JSON.stringify({ goal: { reason: 'It made the note', yes: true } }) }
  const [status, message] = said.length === 1 ? ['continue', 'Make a note'] : ['reached', '']
  return { text: JSON.stringify({ reason: 'So it is', status, message }) }
}

const evalCase = weatherCase('whole', {
  messages: [],
  mocks: [],
  user: { goal: 'Have a note made' },
  tools: { session: { userId: 'ada', config: { toolkits: ['notes', 'open'] } } },
  expect: {
    calls: [
      { tool: 'NOTES_GET_NOTE', arguments: { id: '1' } },
      { tool: 'OPEN_GET_NOTE', arguments: { id: 'lost' } },
      { tool: 'NOTES_CREATE_NOTE', arguments: { text: 'Milk' } },
    ],
    searchFirst: true,
    state: {
      read: { tool: 'NOTES_GET_NOTE', arguments: { id: '2' } },
      expect: { $subset: { text: 'Milk' } },
    },
  },
})

const suiteOf = (runners: ReturnType<typeof createRunners>, evaluator: typeof runners) => ({
  suite: { cases: [evalCase], runners: Object.values(runners) },
  judge: (cassettes: ReturnType<typeof openCassettes>) =>
    modelJudge(evaluator.google, { criteria: { goal: 'Was the note made?' }, cassettes }),
  simulator: evaluator.anthropic,
})

test('a whole run of an agent replays without any socket: session, third parties, user, judge and end state', async () => {
  verifies('evals.offline')
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  const { service, upstream, connect, close } = await startNotesService({
    status: ({ url }) => (url.includes('lost') ? 404 : 200),
    answer: ({ url }) => ({ url, text: 'Milk' }),
  })
  await connect('ada')
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  const recorded = await (async () => {
    await using model = await serveModel(assistant)
    await using other = await serveModel(evaluators)
    const { suite, judge, simulator } = suiteOf(model.runners, other.runners)
    const cassettes = openCassettes({ folder })
    const runs = await runSuite(
      { ...suite, runners: [model.runners.openai] },
      { cassettes, plugboard, simulator, judge: judge(cassettes) },
    )
    expect([model.received.length, other.received.length]).toEqual([4, 3])
    return runs
  })()
  expect(upstream.received.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining(['GET /notes/1', 'GET /notes/lost', 'POST /notes', 'GET /notes/2']),
  )
  await close()
  expect(recorded).toMatchObject([
    {
      passed: true,
      conversation: { turns: 1, reached: true },
      state: { text: 'Milk' },
      text: 'Done after 3 calls.',
    },
  ])

  using sockets = forbidSockets()
  const unreachable = createRunners('http://127.0.0.1:59999/v1')
  const { suite, judge, simulator } = suiteOf(unreachable, unreachable)
  const cassettes = openCassettes({ folder, mode: 'strict' })
  const replayed = await sockets.run(() =>
    runSuite(suite, { cassettes, simulator, judge: judge(cassettes) }),
  )
  expect(sockets.opened).not.toHaveBeenCalled()
  expect(replayed).toHaveLength(5)
  for (const run of replayed) expect(run).toEqual({ ...recorded[0], adapter: run.adapter })
  expect(createReport(replayed)).toMatchObject({ outcome: 'passed', parity: { differing: [] } })

  const names = await readdir(folder)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(texts.join()).toContain('/notes/lost')
  for (const secret of [notesSecret, key, service.apiKey])
    expect(texts.join()).not.toContain(secret)
})
