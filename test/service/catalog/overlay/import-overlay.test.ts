import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { notesApi } from '../../../support/notes-api.ts'
import { startService, type TestService } from '../../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const recipe = (slug: string, actions: unknown[], more: Record<string, unknown> = {}) => ({
  recipe: 1,
  slug,
  name: 'Notes',
  description: {
    kind: 'openapi',
    overlay: { overlay: '1.0.0', info: { title: 'Corrections', version: '1' }, actions },
    ...more,
  },
})
const openapi = notesApi('https://notes.example')

it('corrects a description before operations are selected, and warns of what it does not have', async () => {
  verifies('imports.overlay')
  const { tools, warnings } = await importToolkit(service, {
    source: { openapi },
    recipe: recipe(
      'corrected',
      [
        { target: "$.paths['/notes'].get", update: { tags: ['reading'], summary: 'Find notes' } },
        { target: '$.paths.*.delete', remove: true },
        { target: '$.paths["/nothing"]', remove: true },
        { target: '$.info.title', update: { en: 'Notes' } },
      ],
      { include: ['reading'] },
    ),
  })
  expect(tools).toEqual(['CORRECTED_FIND_NOTES'])
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([
    [
      'recipe_unmatched',
      expect.stringMatching(/^recipe\.description\.overlay\.actions\.2\.target: .* has no/),
    ],
    [
      'recipe_unmatched',
      expect.stringContaining('actions.3.target: "$.info.title" selects a value'),
    ],
  ])
  const tool = await service.client.tools.get({ params: { tool_slug: 'CORRECTED_FIND_NOTES' } })
  expect(tool.name).toBe('Find notes')
})

it('corrects the files of a description with it, and Google Discovery documents', async () => {
  verifies('imports.overlay')
  const { '/notes': notes, ...paths } = openapi.paths
  const update = { get: { summary: 'Find notes' } }
  const bundled = await importToolkit(service, {
    source: {
      openapi: JSON.stringify({
        ...openapi,
        paths: { ...paths, '/notes': { $ref: 'notes.json' } },
      }),
      files: { 'notes.json': JSON.stringify(notes) },
    },
    recipe: recipe('bundled', [{ target: '$..[?@.get.operationId == "listNotes"]', update }]),
  })
  expect(bundled.tools).toContain('BUNDLED_FIND_NOTES')

  const discovered = await importToolkit(service, {
    source: {
      openapi: {
        kind: 'discovery#restDescription',
        name: 'things',
        version: 'v1',
        rootUrl: 'https://things.googleapis.com/',
        servicePath: '',
        resources: {
          things: {
            methods: { list: { id: 'things.things.list', path: 'v1/things', httpMethod: 'GET' } },
          },
        },
      },
    },
    recipe: recipe(
      'things',
      [{ target: '$.resources.things.methods.list', update: { id: 'things.things.find' } }],
      { kind: 'discovery' },
    ),
  })
  expect(discovered.tools).toEqual([expect.stringContaining('FIND')])
})

it('changes neither what the recipe fixes nor, unasked, the hosts of a toolkit', async () => {
  verifies('imports.overlay')
  const elsewhere = [
    { target: '$.servers', remove: true },
    { target: '$', update: { servers: [{ url: 'https://elsewhere.example' }] } },
  ]
  const source = { openapi }
  await importToolkit(service, {
    source,
    recipe: recipe('fixed', elsewhere, { base_url: 'https://api.notes.example' }),
  })
  expect(await service.client.toolkits.get({ params: { slug: 'fixed' } })).toMatchObject({
    base_url: 'https://api.notes.example',
  })
  await importToolkit(service, { slug: 'moving', source })
  await expect(
    importToolkit(service, { source, recipe: recipe('moving', elsewhere) }),
  ).rejects.toThrow('elsewhere.example')
})

it('fails with the action that selects or adds too much', async () => {
  verifies('imports.overlay.bounds')
  const long = 'x'.repeat(1_000_000)
  await expect(
    importToolkit(service, {
      source: { openapi: { ...openapi, 'x-many': Array.from({ length: 100 }, () => ({})) } },
      recipe: recipe('bomb', [{ target: '$["x-many"][*]', update: { long } }]),
    }),
  ).rejects.toThrow('recipe.description.overlay.actions.0.update: adds too much')
})
