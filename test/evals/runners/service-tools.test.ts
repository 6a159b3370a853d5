import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { Plugboard } from '../../../src/index.ts'
import { verifies } from '../../requirements.ts'
import { startNotesService } from '../../support/notes-service.ts'
import { serveModel, weatherCase } from './serve-model.ts'

test('tools of a service are called for real, and their schemas, results and end state replay without it', async () => {
  verifies('evals.results')
  const { service, upstream, connect, close } = await startNotesService({
    answer: () => ({ text: 'Milk', read: upstream.received.length }),
  })
  await connect('ada')
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  const ids = ['1', '1', '2']
  await using model = await serveModel(({ results }) => {
    const id = ids[results.length]
    return id === undefined
      ? { text: results.map(({ text }) => text).join() }
      : { calls: [{ name: 'NOTES_GET_NOTE', arguments: JSON.stringify({ id }) }] }
  })
  const evalCase = weatherCase('notes', {
    tools: ['NOTES_GET_NOTE'],
    mocks: [{ tool: 'NOTES_GET_NOTE', arguments: { id: '2' }, error: 'Gone' }],
    expect: {
      state: { read: { tool: 'NOTES_GET_NOTE', arguments: { id: '3' } }, expect: { $any: true } },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  const first = await model.runners.openai.run(evalCase, {
    cassettes: openCassettes({ folder }),
    plugboard,
    userId: 'ada',
  })
  await close()

  expect(first).toMatchObject({
    tools: [{ name: 'NOTES_GET_NOTE', inputSchema: { properties: { id: { type: 'string' } } } }],
    calls: [{ result: { read: 1 } }, { result: { read: 2 } }, { error: 'Gone' }],
    state: { read: 3 },
  })
  expect(first.error).toBeUndefined()
  const cassettes = openCassettes({ folder, mode: 'strict' })
  for (const runner of Object.values(model.runners)) {
    const { adapter: _adapter, ...run } = await runner.run(evalCase, { cassettes })
    expect(run).toEqual({ ...first, adapter: undefined })
  }

  const gone = await model.runners.ai.run(evalCase, { plugboard, userId: 'ada' })
  expect(gone.error?.kind).toBe('infrastructure')
  const nobody = await model.runners.ai.run(evalCase)
  expect(nobody.error).toMatchObject({
    kind: 'replay-miss',
    message: expect.stringContaining('No recorded tools for {"tools":["NOTES_GET_NOTE"]}'),
  })
})

test('a case may use the meta tools of a session made for it', async () => {
  verifies('evals.results')
  const { service, connect, close } = await startNotesService()
  await connect('ada')
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  await using model = await serveModel(({ results }) =>
    results.length > 0
      ? { text: results[0]?.text.includes('NOTES_GET_NOTE') ? 'Found it.' : 'Nothing.' }
      : {
          calls: [
            {
              name: 'SVC_SEARCH_TOOLS',
              arguments: JSON.stringify({ queries: [{ use_case: 'get a note' }] }),
            },
          ],
        },
  )
  const runs = await Promise.all(
    Object.values(model.runners).map((runner) =>
      runner.run(
        weatherCase('meta', {
          mocks: [],
          tools: { session: { userId: 'ada', config: { toolkits: ['notes'] } } },
        }),
        { plugboard },
      ),
    ),
  )
  await close()

  expect(runs.map(({ text, error }) => error ?? text)).toEqual(runs.map(() => 'Found it.'))
})
