import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/service/config/config.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startService } from '../../support/start-service.ts'

const readPlans = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-plans-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return readConfig({ PLUGBOARD_ROOT_KEYS: '1:x', PLUGBOARD_PLANS: folder }).plans
}

const tidy = `
id: tidy-notes
use_cases:
  - tidy up old notes
  - remove notes that nobody needs
tools: [NOTES_LIST_NOTES, NOTES_GET_NOTE, NOTES_DELETE_NOTE]
steps:
  - List the notes
  - Read each note that looks old
  - Delete those that the user agreed to
pitfalls: [A deleted note cannot be brought back]
difficulty: medium
guidance: Ask the user before anything is deleted.
snippets:
  - description: Delete several
    code: "for (const id of ids) await tools.NOTES_DELETE_NOTE({ id })"
`

const missing = JSON.stringify({
  id: 'missing-tool',
  use_cases: ['tidy up old notes'],
  tools: ['NOTES_LIST_NOTES', 'NOTES_ARCHIVE_NOTE'],
  steps: ['Archive them'],
})

describe('plans of the operator', () => {
  it('are answered for use cases in their words, where the session may use all of their tools', async () => {
    verifies('plans.curated', 'plans.fields', 'plans.policy', 'plans.every-search')
    const plans =
      readPlans({ 'tidy.yaml': tidy, 'missing.json': missing, 'notes.txt': 'no plan' }) ?? []
    const service = await startService({ plans, egressAllow: ['127.0.0.1:1'] })
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: openNotesApi('http://127.0.0.1:1') },
    })
    const search = async (useCase: string, rules: object = {}) => {
      const { session_id } = await service.client.sessions.create({
        body: { user_id: 'ada', ...rules },
      })
      const session = { params: { session_id } }
      const answer = await service.client.sessions.search({
        ...session,
        body: { queries: [{ use_case: useCase }] },
      })
      const meta = await service.client.sessions.executeMeta({
        ...session,
        body: { slug: 'SVC_SEARCH_TOOLS', arguments: { queries: [{ use_case: useCase }] } },
      })
      expect(meta.data['results']).toEqual(answer.results)
      return answer
    }

    const { results, tool_schemas, toolkit_connection_statuses } = await search(
      'Tidying up the old notes of Ada',
    )
    expect(results[0]).toMatchObject({
      plan_id: 'tidy-notes',
      recommended_plan_steps: [
        'List the notes',
        'Read each note that looks old',
        'Delete those that the user agreed to',
      ],
      known_pitfalls: ['A deleted note cannot be brought back'],
      difficulty: 'medium',
      execution_guidance: 'Ask the user before anything is deleted.',
      reference_workbench_snippets: [
        {
          description: 'Delete several',
          code: 'for (const id of ids) await tools.NOTES_DELETE_NOTE({ id })',
        },
      ],
    })
    expect(Object.keys(tool_schemas)).toEqual(
      expect.arrayContaining(['NOTES_LIST_NOTES', 'NOTES_GET_NOTE', 'NOTES_DELETE_NOTE']),
    )
    expect(toolkit_connection_statuses).toMatchObject([{ toolkit: 'notes' }])

    expect((await search('remove notes nobody needs')).results[0]?.plan_id).toBe('tidy-notes')
    expect((await search('create a note')).results[0]).not.toHaveProperty('plan_id')
    for (const rules of [
      { tools: { notes: { disable: ['NOTES_DELETE_NOTE'] } } },
      { tags: ['readOnlyHint'] },
      { toolkits: { disable: ['notes'] } },
    ]) {
      expect(JSON.stringify((await search('tidy up old notes', rules)).results)).not.toMatch(
        /plan_id|DELETE_NOTE|agreed/,
      )
    }
  })

  it('may name a tool by a slug that it had before', async () => {
    verifies('tools.aliases')
    const plan = {
      id: 'old-name',
      use_cases: ['empty the shelf'],
      tools: ['SHELF_WIPE_SHELF'],
      steps: ['Empty it'],
    }
    const plans = readPlans({ 'old.json': JSON.stringify(plan) }) ?? []
    const service = await startService({ plans, egressAllow: ['127.0.0.1:1'] })
    const importShelf = (summary: string) =>
      importToolkit(service, {
        slug: 'shelf',
        source: {
          openapi: {
            openapi: '3.1.0',
            info: { title: 'Shelf', version: '1' },
            servers: [{ url: 'http://127.0.0.1:1' }],
            paths: { '/shelf': { delete: { summary, responses: {} } } },
          },
        },
        auth: { scheme: 'NO_AUTH' },
        rename_tools: true,
      })
    await importShelf('Wipe the shelf')
    await importShelf('Clear the shelf')
    const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
    const { results, tool_schemas } = await service.client.sessions.search({
      params: { session_id },
      body: { queries: [{ use_case: 'empty the shelf' }] },
    })
    expect(results[0]?.plan_id).toBe('old-name')
    expect(Object.keys(tool_schemas)).toEqual(['SHELF_CLEAR_SHELF'])
  })

  it('that lack a tool, a name or sense stop the start, with each file and what is wrong with it', () => {
    verifies('plans.curated.files')
    const read = () =>
      readPlans({
        'good.yaml': tidy,
        'again.yml': tidy,
        'broken.yaml': 'id: [',
        'list.json': '[]',
        'odd.json': JSON.stringify({
          id: 'Odd Name',
          use_cases: [],
          tools: ['notes list'],
          steps: ['x'],
          dificulty: 'easy',
        }),
      })
    expect(read).toThrow(expect.objectContaining({ name: 'ConfigError' }))
    for (const part of [
      /PLUGBOARD_PLANS: .*plugboard-plans-\S+ contains invalid plans/,
      /the id "tidy-notes" is used by more than one plan/,
      /broken\.yaml: is not YAML or JSON/,
      /list\.json: .*expected object/,
      /odd\.json: id must be lower-case/,
      /tools\.0 must be the slug of a tool, in upper case/,
      /use_cases .*>=1/,
      /dificulty/,
    ]) {
      expect(read).toThrow(expect.objectContaining({ message: expect.stringMatching(part) }))
    }
  })

  it('are none where no folder is named, and a folder that is not there stops the start', () => {
    verifies('plans.curated.files')
    expect(readConfig({ PLUGBOARD_ROOT_KEYS: '1:x' }).plans).toBeUndefined()
    expect(readPlans({})).toEqual([])
    expect(() =>
      readConfig({ PLUGBOARD_ROOT_KEYS: '1:x', PLUGBOARD_PLANS: '/nowhere/plans' }),
    ).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: expect.stringContaining('/nowhere/plans is not a readable folder'),
      }),
    )
  })
})
