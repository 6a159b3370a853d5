import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { createReport } from '../../../src/evals/reports/create-report.ts'
import { toHtml } from '../../../src/evals/reports/html/to-html.ts'
import { toMarkdown } from '../../../src/evals/reports/to-markdown.ts'
import { toTerminal } from '../../../src/evals/reports/to-terminal.ts'
import { runSuite } from '../../../src/evals/suite/run-suite.ts'
import { Plugboard } from '../../../src/index.ts'
import { verifies } from '../../requirements.ts'
import { startNotesService } from '../../support/notes-service.ts'
import { serveModel, weatherCase } from './serve-model.ts'

const getNote = { tool: 'NOTES_GET_NOTE', arguments: { id: '1' } }

const noteCase = (id: string, noConnection?: boolean) =>
  weatherCase(id, {
    mocks: [],
    tools: { session: { userId: 'evals', config: { toolkits: ['notes', 'open'] } } },
    expect: { calls: [getNote], extraCalls: 'allowed', noConnection },
  })

/** Searches, executes the tools together, and gives the user the link that the answer contains. */
const executes =
  (...tools: { tool_slug: string; arguments: object }[]) =>
  ({ results }: { results: { text: string }[] }) => {
    const [found, executed] = results
    if (!found)
      return {
        calls: [
          {
            name: 'SVC_SEARCH_TOOLS',
            arguments: JSON.stringify({ queries: [{ use_case: 'get a note' }] }),
          },
        ],
      }
    if (!executed)
      return { calls: [{ name: 'SVC_MULTI_EXECUTE_TOOL', arguments: JSON.stringify({ tools }) }] }
    const link = /http[^" ]+\/connect\/[^" ]+/.exec(executed.text)?.[0]
    return { text: link === undefined ? 'Done.' : `Please open ${link}` }
  }

const asked = { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } }

test('a run whose calls all failed for lack of a connection is no pass unless the case expects it', async () => {
  verifies('evals.connection')
  const { service, close } = await startNotesService()
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  await using model = await serveModel(executes(asked))
  const suite = { cases: [noteCase('silent'), noteCase('expected', true)] }
  const runs = await runSuite({ ...suite, runners: Object.values(model.runners) }, { plugboard })
  await close()

  const next = 'Not connected: notes (user evals). Run `plugboard connect notes --user evals`'
  for (const { case: evalCase, passed, error, scores } of runs) {
    const isExpected = evalCase.id === 'expected'
    expect(passed, JSON.stringify({ error, scores })).toBe(isExpected)
    if (isExpected) expect(scores).toContainEqual({ name: 'no-connection', value: 1, reason: '' })
    else
      expect(error).toMatchObject({
        kind: 'infrastructure',
        message: expect.stringContaining(`No call succeeded. ${next}`),
      })
  }
  const report = createReport(runs)
  expect(report).toMatchObject({
    outcome: 'infrastructure',
    missingConnections: [
      { toolkit: 'notes', userId: 'evals', calls: Object.keys(model.runners).length },
    ],
  })
  expect(toTerminal(report)).toContain(`5 calls failed for lack of a connection. ${next}`)
  expect(JSON.stringify(report)).not.toMatch(/lk_[0-9A-Za-z]/)
})

test('where only some calls lack a connection, the run is judged and every report says so', async () => {
  verifies('evals.connection')
  const { service, close } = await startNotesService()
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  await using model = await serveModel(
    executes(asked, { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '1' } }),
  )
  const runs = await runSuite(
    { cases: [noteCase('some')], runners: [model.runners.openai] },
    { plugboard },
  )
  await close()

  expect(runs.map(({ passed, error }) => error ?? passed)).toEqual([true])
  const report = createReport(runs)
  expect(report.outcome).toBe('passed')
  const said = '1 call failed for lack of a connection. Not connected: notes'
  for (const text of [toTerminal(report), toMarkdown(report), await toHtml(report)])
    expect(text.replaceAll(/&#\d+;/g, ' ')).toContain(said)
})

test('a recorded lack of a connection is asked again where there is a service, and replayed where there is none', async () => {
  verifies('evals.connection.again')
  const { service, close } = await startNotesService()
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  await using model = await serveModel(executes(asked))
  const run = async (userId: string, mode: 'auto' | 'strict' = 'auto') => {
    const evalCase = {
      ...noteCase('again'),
      tools: { session: { userId, config: { toolkits: ['notes'] } } },
    }
    const [first] = await runSuite(
      { cases: [evalCase], runners: [model.runners.openai] },
      { cassettes: openCassettes({ folder, mode }), ...(mode === 'auto' && { plugboard }) },
    )
    return first?.error?.message ?? first?.text
  }

  expect(await run('evals')).toContain('Not connected: notes (user evals)')
  expect(await run('evals', 'strict')).toContain('Not connected: notes (user evals)')
  expect(await run('ada')).toContain('Not connected: notes (user ada)')
  const config = await service.client.authConfigs.create({
    body: {
      toolkit: { slug: 'notes' },
      auth_config: { type: 'use_custom_auth', authScheme: 'API_KEY' },
    },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: config.auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'k' } },
      },
    },
  })
  expect(await run('ada')).toBe('Done.')
  await close()
  expect(await run('ada', 'strict')).toBe('Done.')
})

test('a run with a session replays without its service, and its recordings contain no link', async () => {
  verifies('evals.secrets', 'evals.results')
  const { service, close } = await startNotesService()
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  await using model = await serveModel(
    executes(asked, { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '1' } }),
  )
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  const live = await model.runners.openai.run(noteCase('links'), {
    cassettes: openCassettes({ folder }),
    plugboard,
  })
  await close()
  expect(live.text).toMatch(/\/connect\/lk_[0-9A-Za-z]{20,}/)

  const names = await readdir(folder)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(names.map((name) => name.slice(0, 5)).toSorted()).toEqual([
    'model',
    'model',
    'model',
    'resul',
    'resul',
    'tools',
  ])
  expect(texts.join()).toContain('/connect/lk_[secret]')
  expect(texts.join()).not.toMatch(/lk_[0-9A-Za-z]/)

  const cassettes = openCassettes({ folder, mode: 'strict' })
  const asRecorded = JSON.stringify({ ...live, adapter: '' }).replaceAll(
    /lk_[0-9A-Za-z]+/g,
    'lk_[secret]',
  )
  for (const runner of Object.values(model.runners)) {
    const run = await runner.run(noteCase('links'), { cassettes })
    expect(JSON.parse(JSON.stringify({ ...run, adapter: '' }))).toEqual(JSON.parse(asRecorded))
  }
})
