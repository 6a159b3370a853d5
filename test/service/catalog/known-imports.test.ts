import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../src/client/index.ts'
import { catalogRetention } from '../../../src/service/catalog/retention.ts'
import {
  deleteExpired,
  retireUnused,
  toKept,
} from '../../../src/service/platform/retention/index.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { startDescriptionHost, type DescriptionHost } from '../../support/start-description-host.ts'
import { authority } from '../../support/start-receiver.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'

const api = openNotesApi('https://notes.example')
const recipe = {
  recipe: 1,
  slug: 'notes',
  name: 'Notes',
  auth: [{ scheme: 'BEARER_TOKEN', name: 'Token' }],
}

let host: DescriptionHost
let folder: string

beforeAll(async () => {
  host = await startDescriptionHost()
  folder = mkdtempSync(join(tmpdir(), 'plugboard-recipes-'))
  const description = { kind: 'openapi', urls: [`${host.url}/notes.json`] }
  writeFileSync(join(folder, 'notes.yaml'), JSON.stringify({ ...recipe, description }))
  host.publish('/notes.json', JSON.stringify(api))
})
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

const start = async (given?: SharedDatabase) => {
  const shared = given ?? (await createSharedDatabase())
  const service = await startService({
    database: shared.database,
    recipeFolder: folder,
    egressAllow: [`import@${host.host}`],
    extraCa: authority,
  })
  return { shared, service }
}

type Project = { client: Client }

const add = async (
  { client }: Project,
  options: { refresh?: boolean; description?: typeof api } = {},
) => {
  const { imports } = await client.toolkits.add({ body: { toolkits: ['notes'], ...options } })
  const id = imports[0]?.id ?? ''
  await expect
    .poll(async () => (await client.toolkits.getImport({ params: { id } })).finished_at)
    .not.toBeNull()
  const { report, error } = await client.toolkits.getImport({ params: { id } })
  if (!report) throw new Error(error ?? 'no report')
  return report
}

const toolsOf = async ({ client }: Project): Promise<string[]> =>
  (await client.tools.list({ query: { toolkit_slug: ['notes'], limit: 1000 } })).items.map(
    ({ slug, name, description }) => `${slug} ${name} ${description}`,
  )

const count = async ({ query }: SharedDatabase, condition = '') =>
  Object.fromEntries(
    await Promise.all(
      ['toolkit_contents', 'tools', 'tool_documents', 'known_imports'].map(async (table) => [
        table,
        Number((await query(`select count(*) as count from ${table} ${condition}`))[0]?.['count']),
      ]),
    ),
  )

const one = { toolkit_contents: 1, tools: 5, tool_documents: 5, known_imports: 1 }

/** What the report of the known import says from now on, to see that it is used. */
const markKnown = async (shared: SharedDatabase): Promise<void> => {
  const { handle } = await openServiceDatabase(shared.database)
  await sql`update known_imports set report = replace(report, '"notes":[]', '"notes":["known"]')`.execute(
    handle,
  )
}

it('a toolkit that a second project adds is neither read nor stored again', async () => {
  verifies('toolkits.add.shared')
  const { shared, service } = await start()
  const first = await add(service)
  expect(await count(shared)).toEqual(one)
  await markKnown(shared)

  const other = await createProject(service, 'Another')
  const second = await add(other)
  expect(second).toEqual({ ...first, notes: ['known'] })
  expect(await count(shared)).toEqual(one)
  expect(await toolsOf(other)).toEqual(await toolsOf(service))
  expect(await toolsOf(other)).toHaveLength(5)
  const detail = ({ client }: Project) => client.toolkits.get({ params: { slug: 'notes' } })
  expect(await detail(other)).toEqual({
    ...(await detail(service)),
    meta: expect.objectContaining({ tools_count: 5 }),
  })
  const found = await other.client.tools.list({ query: { search: 'delete a note' } })
  expect(found.items[0]?.slug).toBe('NOTES_DELETE_NOTE')
})

it('what a project says of its tools is its own', async () => {
  verifies('toolkits.add.shared')
  const { service } = await start()
  const other = await createProject(service, 'Another')
  await add(service)
  await add(other)
  const tool = { tool_slug: 'NOTES_LIST_NOTES' }
  const tagsOf = async ({ client }: Project) => (await client.tools.get({ params: tool })).tags
  const before = await tagsOf(other)
  await service.client.tools.annotate({ params: tool, body: { destructiveHint: true } })
  expect(await tagsOf(service)).toContain('destructiveHint')
  expect(await tagsOf(other)).toEqual(before)
})

it.runIf(isThorough)(
  'a newer description is for the project that reads it, and once for all that do',
  async () => {
    verifies('toolkits.add.shared')
    const { shared, service } = await start()
    const [other, third] = [
      await createProject(service, 'Another'),
      await createProject(service, 'Third'),
    ]
    for (const project of [service, other]) await add(project)
    const { '/export': _export, ...paths } = api.paths
    host.publish('/notes.json', JSON.stringify({ ...api, paths }))
    try {
      expect((await add(service, { refresh: true })).difference).toMatchObject({
        removed: ['NOTES_EXPORT_ARCHIVE'],
        unchanged: 4,
      })
      expect(await toolsOf(service)).toHaveLength(4)
      expect(await toolsOf(other)).toHaveLength(5)
      expect(await count(shared)).toMatchObject({ toolkit_contents: 2, tools: 9, known_imports: 2 })
      await markKnown(shared)
      // As an update, as the first version, and as the same one again.
      expect(await add(other)).toMatchObject({
        difference: { removed: ['NOTES_EXPORT_ARCHIVE'], unchanged: 4 },
        notes: ['known'],
      })
      expect((await add(third)).difference.added).toHaveLength(4)
      expect((await add(third)).difference).toMatchObject({
        unchanged: 4,
        changed: [],
        removed: [],
      })
      expect(await count(shared)).toMatchObject({ toolkit_contents: 2, tools: 9 })
    } finally {
      host.publish('/notes.json', JSON.stringify(api))
    }
  },
)

it.runIf(isThorough)(
  'a project in which another toolkit owns a slug gets another one, and no other project does',
  async () => {
    verifies('toolkits.add.shared')
    const { shared, service } = await start()
    const other = await createProject(service, 'Another')
    await add(service)
    const before = await toolsOf(service)
    await importToolkit(other, {
      slug: 'notes_list',
      recipe: {
        ...recipe,
        slug: 'notes_list',
        description: { kind: 'openapi' },
        tools: [{ operation: 'notes', slug: 'NOTES_LIST_NOTES' }],
      },
      source: {
        openapi: {
          ...api,
          paths: {
            '/': { get: { operationId: 'notes', responses: { 200: { description: 'ok' } } } },
          },
        },
      },
    })
    const { tools, renamed } = await add(other)
    expect(renamed).toContainEqual(
      expect.objectContaining({
        from: 'NOTES_LIST_NOTES',
        reason: expect.stringContaining('belongs to the toolkit "notes_list"'),
      }),
    )
    expect(tools).not.toContain('NOTES_LIST_NOTES')
    expect(await toolsOf(service)).toEqual(before)
    const third = await createProject(service, 'Third')
    await add(third)
    expect(await toolsOf(third)).toEqual(before)
    expect(await count(shared)).toMatchObject({ toolkit_contents: 3, known_imports: 1 })
  },
)

it('a description that a request gives is for its project alone', async () => {
  verifies('toolkits.add.shared')
  const { shared, service } = await start()
  const other = await createProject(service, 'Another')
  await add(service, { description: api })
  await add(other, { description: api })
  expect(await count(shared)).toEqual({
    toolkit_contents: 2,
    tools: 10,
    tool_documents: 10,
    known_imports: 0,
  })
})

it.runIf(isThorough)(
  'what a deleted project shared stays for the others, and goes with the last one',
  async () => {
    verifies('toolkits.add.shared')
    const { shared, service } = await start()
    const beside = await openServiceDatabase(shared.database)
    const expire = async () => {
      await retireUnused(beside, catalogRetention(toKept()), new Date())
      await deleteExpired(beside.handle, catalogRetention(toKept()), new Date())
    }
    const others = [
      await createProject(service, 'Another'),
      await createProject(service, 'Third'),
    ] as const
    for (const project of [service, ...others]) await add(project)
    const before = await toolsOf(others[0])
    await service.client.toolkits.delete({ params: { slug: 'notes' } })
    await service.request('DELETE', `/api/v3/org/owner/project/${others[1].id}`, {
      headers: { 'x-org-api-key': service.orgApiKey },
    })
    const versions = async () =>
      (await shared.query('select project_id from toolkit_versions')).length
    await expect.poll(versions, { timeout: 30_000 }).toBe(1)
    await expire()
    expect(await count(shared)).toEqual(one)
    expect(await toolsOf(others[0])).toEqual(before)

    await others[0].client.toolkits.delete({ params: { slug: 'notes' } })
    await expire()
    expect(await count(shared)).toEqual({
      toolkit_contents: 0,
      tools: 0,
      tool_documents: 0,
      known_imports: 0,
    })
    await add(service)
    expect(await toolsOf(service)).toEqual(before)
  },
)

it.runIf(isThorough)('projects that add it at the same time store it once', async () => {
  verifies('toolkits.add.shared')
  const { shared, service } = await start()
  // On PostgreSQL by two nodes.
  const node: TestService = engine === 'postgres' ? (await start(shared)).service : service
  const projects = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => createProject(service, `Project ${name}`)),
  )
  await Promise.all(
    projects.map(async ({ key, client }, index) => {
      if (index % 2 === 0) return add({ client })
      const { body } = await node.request('POST', '/api/v3/toolkits/add', {
        body: { toolkits: ['notes'] },
        headers: { 'x-api-key': key },
      })
      await expect
        .poll(
          async () =>
            (await client.toolkits.getImport({ params: { id: body.imports[0].id } })).status,
          { timeout: 30_000 },
        )
        .toBe('succeeded')
    }),
  )
  // Reports may name the address of a node.
  const { known_imports: _, ...stored } = one
  expect(await count(shared)).toMatchObject(stored)
  // A node sees within a second what another one has imported.
  for (const project of projects)
    await expect.poll(() => toolsOf(project), { timeout: 10_000 }).toHaveLength(5)
})

it.runIf(isThorough)('what could not be read once is missing in no other project', async () => {
  verifies('toolkits.add.shared')
  const { service } = await start()
  const { '/export': exported, ...paths } = api.paths
  const inFile = { ...paths, '/export': { $ref: 'export.json' } }
  host.publish('/notes.json', JSON.stringify({ ...api, paths: inFile }))
  try {
    expect((await add(service)).tools).toHaveLength(4)
    host.publish('/export.json', JSON.stringify(exported))
    expect((await add(await createProject(service, 'Another'))).tools).toHaveLength(5)
  } finally {
    host.publish('/notes.json', JSON.stringify(api))
  }
})

it.runIf(isThorough)(
  'the report of another project does not say that a server was away then',
  async () => {
    verifies('toolkits.add.shared')
    const { service } = await start()
    await add(service)
    await service.client.toolkits.delete({ params: { slug: 'notes' } })
    host.reacts((_, response) => void response.writeHead(503).end())
    try {
      const refreshed = await add(await createProject(service, 'Another'), { refresh: true })
      expect(refreshed.notes).toEqual([expect.stringContaining('could not be read again')])
    } finally {
      host.reacts(undefined)
    }
    expect((await add(await createProject(service, 'Third'))).notes).toEqual([])
  },
)
