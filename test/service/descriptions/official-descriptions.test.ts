import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../cli/run-cli.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { createProject } from '../../support/fill-project.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startDescriptionHost, type DescriptionHost } from '../../support/start-description-host.ts'
import { authority } from '../../support/start-receiver.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { verifies } from '../../requirements.ts'

let host: DescriptionHost
let service: TestService
let folder: string
let time = Date.parse('2026-11-23T10:00:00.000Z')

const api = openNotesApi('https://notes.example')

/** The description in two files. */
const inFiles = {
  ...api,
  paths: { ...api.paths, '/notes': { $ref: 'paths/notes.json' } },
}

const recipeOf = (slug: string, url: string) => ({
  recipe: 1,
  slug,
  name: slug,
  description: { kind: 'openapi', urls: [url] },
})

beforeAll(async () => {
  host = await startDescriptionHost()
  folder = mkdtempSync(join(tmpdir(), 'plugboard-recipes-'))
  const recipes = [
    recipeOf('notes', `${host.url}/notes.json`),
    recipeOf('files', `${host.url}/files/openapi.json`),
    {
      ...recipeOf('schema', `${host.url}/schema.graphql`),
      description: {
        kind: 'graphql',
        urls: [`${host.url}/schema.graphql`],
        base_url: 'https://graph.example/graphql',
      },
      auth: [{ scheme: 'BEARER_TOKEN', name: 'Token' }],
    },
  ]
  for (const recipe of recipes)
    writeFileSync(join(folder, `${recipe.slug}.yaml`), JSON.stringify(recipe))
  host.publish('/notes.json', JSON.stringify(api))
  host.publish('/files/openapi.json', JSON.stringify(inFiles))
  host.publish('/files/paths/notes.json', JSON.stringify(api.paths['/notes']))
  host.publish('/schema.graphql', 'type Query { issue(id: ID!): String }')
  service = await startService({
    keep: true,
    recipeFolder: folder,
    egressAllow: [`import@${host.host}`],
    extraCa: authority,
    clock: { now: () => new Date(time) },
  })
})
afterAll(async () => {
  await service.close()
  await host.close()
  rmSync(folder, { recursive: true })
})

beforeEach(() => {
  host.requests.length = 0
  host.reacts(undefined)
})

/** Adds a toolkit in a project, and waits for the report. */
const add = async (
  { client }: Pick<TestService, 'client'>,
  slug: string,
  options: { refresh?: boolean; description?: string } = {},
) => {
  const { imports } = await client.toolkits.add({ body: { toolkits: [slug], ...options } })
  for (const { id } of imports) {
    await expect
      .poll(async () => (await client.toolkits.getImport({ params: { id } })).finished_at)
      .not.toBeNull()
    const { report, error } = await client.toolkits.getImport({ params: { id } })
    if (!report) throw new Error(error ?? 'no report')
    return report
  }
  throw new Error('nothing was added')
}

const requests = () => host.requests.splice(0)

describe('descriptions that recipes of the service name', () => {
  it('are fetched once for all projects, with the files that they refer to', async () => {
    verifies('toolkits.add.cached')
    const other = await createProject(service, 'Another')
    const first = await add(service, 'files')
    expect(first).toMatchObject({ made: 5, notes: [] })
    expect(requests().toSorted()).toEqual([
      '200 /files/openapi.json',
      '200 /files/paths/notes.json',
    ])
    expect((await add(other, 'files')).tools).toEqual(first.tools)
    expect(requests()).toEqual([])

    expect((await add(other, 'files', { refresh: true })).difference).toMatchObject({
      unchanged: 5,
      changed: [],
    })
    expect(requests().toSorted()).toEqual([
      '304 /files/openapi.json',
      '304 /files/paths/notes.json',
    ])
  })

  it('are read from copies while their address is away, as the report says', async () => {
    verifies('toolkits.add.cached')
    await add(service, 'files')
    await add(service, 'schema')
    host.reacts((_request, response) => void response.writeHead(503).end())
    time += 24 * 60 * 60 * 1000
    const { made, notes } = await add(service, 'files')
    expect(made).toBe(5)
    expect(notes).toEqual([
      expect.stringMatching(
        /openapi\.json" could not be read again, so its copy of 2026-11-2\d was used: .*responded with 503/,
      ),
    ])
    expect((await add(service, 'schema', { refresh: true })).notes).toEqual([
      expect.stringContaining('responded with 503'),
    ])
    await expect(add(service, 'notes')).rejects.toThrow('responded with 503')
  })

  it.runIf(isThorough)('have the size of one description together with their copies', async () => {
    verifies('toolkits.add.cached')
    const textOf = (mebibytes: number) =>
      JSON.stringify({ type: 'string', description: 'x'.repeat(mebibytes * 1024 * 1024) })
    const { '/notes': _, ...paths } = api.paths
    const schema = {
      type: 'object',
      properties: { a: { $ref: 'a.json' }, b: { $ref: 'b.json' } },
    }
    const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} }
    const publish = (name: string, content: string) => host.publish(`/files/${name}`, content)
    publish('openapi.json', JSON.stringify({ ...api, paths: { ...paths, '/large': { post } } }))
    publish('a.json', textOf(20))
    publish('b.json', textOf(40))
    expect((await add(service, 'files', { refresh: true })).skipped).toEqual([])
    publish('a.json', textOf(30))
    const { skipped } = await add(service, 'files', { refresh: true })
    expect(skipped[0]?.reason).toContain('more than 64 MiB together')
    publish('openapi.json', JSON.stringify(inFiles))
  })

  it.runIf(isThorough)('are those of today with `refresh`', async () => {
    verifies('toolkits.add.cached')
    await add(service, 'notes')
    const { '/export': _export, ...paths } = api.paths
    host.publish('/notes.json', JSON.stringify({ ...api, paths }))
    expect((await add(service, 'notes')).difference).toMatchObject({ removed: [], unchanged: 5 })
    expect((await add(service, 'notes', { refresh: true })).difference).toMatchObject({
      removed: ['NOTES_EXPORT_ARCHIVE'],
      unchanged: 4,
    })
    expect((await add(service, 'notes')).difference).toMatchObject({ removed: [], unchanged: 4 })
    host.publish('/notes.json', JSON.stringify(api))
  })

  it('are not read from what a project gives, and a project does not read their copies', async () => {
    verifies('toolkits.add.cached')
    const source = { openapi: `${host.url}/own.json` }
    host.publish('/own.json', JSON.stringify(api))
    for (const _time of [1, 2]) await importToolkit(service, { slug: 'own', source })
    expect(requests()).toEqual(['200 /own.json', '200 /own.json'])

    const evil = { ...api, servers: [{ url: 'https://evil.example' }] }
    host.publish('/evil.json', JSON.stringify(evil))
    const other = await createProject(service, 'Poisoning')
    await add(other, 'notes', { description: `${host.url}/evil.json` })
    await add(other, 'schema', { description: 'type Query { evil: String }' })
    await importToolkit(other, {
      recipe: JSON.stringify({ ...recipeOf('mine', `${host.url}/evil.json`), slug: 'mine' }),
    })
    requests()
    const { tools } = await add(service, 'schema')
    expect(tools).toEqual(['SCHEMA_GET_ISSUE'])
    await add(service, 'notes', { refresh: true })
    expect((await service.client.toolkits.get({ params: { slug: 'notes' } })).base_url).toBe(
      'https://notes.example',
    )

    // Not from a copy, although there is one.
    await importToolkit(service, { slug: 'same', source: { openapi: `${host.url}/notes.json` } })
    expect(requests().at(-1)).toBe('200 /notes.json')
  })

  it.runIf(isThorough)(
    'are not kept where they come from elsewhere than an https address',
    async () => {
      verifies('toolkits.add.cached')
      const plain = await startUpstream((_request, response) => json(response, 200, api))
      const own = await startService({
        recipeFolder: folder,
        egressAllow: [`import@${host.host}`, `import@${plain.host}`],
        extraCa: authority,
      })
      host.reacts((_request, response) =>
        response.writeHead(302, { location: `${plain.url}/notes.json` }).end(),
      )
      for (const _time of [1, 2]) expect((await add(own, 'notes')).made).toBe(5)
      expect(requests()).toEqual(['302 /notes.json', '302 /notes.json'])
    },
  )

  it.runIf(isThorough)('are compared with what a toolkit was made of', async () => {
    verifies('toolkits.available.descriptions', 'cli.toolkits.add')
    const project = await createProject(service, 'Comparing')
    const states = async (check_descriptions: 'true' | 'false' = 'true') =>
      Object.fromEntries(
        (
          await project.client.toolkits.available({
            query: { installed: 'true', check_descriptions },
          })
        ).items.map(({ slug, installed }) => [slug, installed?.description]),
      )
    const outdated = async (...options: string[]) => {
      const key = ['--url', service.url, '--api-key', project.key]
      const { code, stdout, stderr } = await runCli(['toolkits', 'outdated', ...options, ...key])
      expect(code).toBe(0)
      // A list with nothing in it is told beside the output, which programs read.
      return stdout + stderr
    }
    for (const slug of ['notes', 'files', 'schema']) await add(project, slug, { refresh: true })
    host.requests.length = 0
    expect(await states('false')).toEqual({ files: null, notes: null, schema: null })
    expect(requests()).toEqual([])
    expect(await states()).toEqual({ files: 'current', notes: 'current', schema: 'current' })
    expect(requests().toSorted()).toEqual([
      '304 /files/openapi.json',
      '304 /files/paths/notes.json',
      '304 /notes.json',
      '304 /schema.graphql',
    ])
    expect(await outdated()).toContain('All toolkits are up to date.')

    const { post } = api.paths['/notes']
    host.publish('/files/paths/notes.json', JSON.stringify({ post }))
    host.publish('/notes.json', '<html>')
    expect(await states()).toEqual({ files: 'changed', notes: 'unknown', schema: 'current' })
    const list = await outdated()
    expect(list).toMatch(/^files .*another description .*plugboard toolkits update files$/m)
    expect(list).toMatch(/^notes .*description not read: /m)
    expect(list).not.toMatch(/^schema/m)
    requests()
    expect(await outdated('--offline')).toContain('All toolkits have the recipes of this service')
    expect(requests()).toEqual([])

    // Another project that has read it since does not change what this one was made of.
    await add(service, 'files', { refresh: true })
    expect(await states()).toMatchObject({ files: 'changed' })
    await add(project, 'files', { refresh: true })
    expect(await states()).toMatchObject({ files: 'current' })
    host.publish('/notes.json', JSON.stringify(api))
    host.publish('/files/paths/notes.json', JSON.stringify(api.paths['/notes']))
  })

  it.runIf(isThorough)('are not read where a file of them leads elsewhere', async () => {
    verifies('toolkits.available.descriptions')
    await add(service, 'files', { refresh: true })
    host.publish('/elsewhere.json', JSON.stringify(api.paths['/notes']))
    host.redirect('/files/paths/notes.json', `${host.url}/elsewhere.json`)
    const { items } = await service.client.toolkits.available({
      query: { search: 'files', check_descriptions: 'true' },
    })
    expect(items.find(({ slug }) => slug === 'files')?.installed).toMatchObject({
      description: 'unknown',
      description_problem: expect.stringContaining('responded with 302'),
    })
    host.publish('/files/paths/notes.json', JSON.stringify(api.paths['/notes']))
  })
})
