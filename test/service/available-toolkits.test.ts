import { sql } from 'kysely'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { openNotesApi } from '../support/notes-api.ts'
import { addToolkit, writeRecipes } from '../support/own-recipes.ts'
import { openServiceDatabase } from '../support/open-service-database.ts'
import { createSharedDatabase } from '../support/shared-database.ts'
import { startService, type TestService } from '../support/start-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const run = (args: string[]) =>
  runCli(['toolkits', ...args, '--url', service.url, '--api-key', service.apiKey])

const untilAdded = async (toolkits: string[], options: object = {}) => {
  const { imports } = await service.client.toolkits.add({ body: { toolkits, ...options } })
  for (const { id } of imports)
    await expect
      .poll(async () => (await service.client.toolkits.getImport({ params: { id } })).status)
      .toBe('succeeded')
  return imports.map(({ slug }) => slug)
}

type Query = NonNullable<Parameters<TestService['client']['toolkits']['available']>[0]>['query']

const available = async (query: Query) =>
  (await service.client.toolkits.available({ ...(query && { query }) })).items

describe('toolkits whose recipes come with the service', () => {
  it('are listed by category and by any of their names', async () => {
    verifies('toolkits.available')
    const all = await available({ limit: 1000 })
    expect(all.map(({ slug }) => slug)).toEqual(all.map(({ slug }) => slug).toSorted())
    expect(all).toContainEqual(
      expect.objectContaining({ slug: 'hubspot', source: 'none', installed: null }),
    )
    const hubspot = all.find(({ slug }) => slug === 'hubspot')
    const [category] = hubspot?.categories ?? []
    expect(await available({ category: category?.name })).toContainEqual(hubspot)
    expect(await available({ search: 'HubSpot' })).toContainEqual(hubspot)
    expect(await available({ search: 'no such words' })).toEqual([])
    expect(await available({ installed: 'true' })).toEqual([])
  })

  it('are added by their names, all or none', async () => {
    verifies('toolkits.add', 'toolkits.available')
    const refused = await service.request('POST', '/api/v3/toolkits/add', {
      body: { toolkits: ['salesforce', 'hubspott'] },
    })
    expect(refused).toMatchObject({
      status: 404,
      body: { error: { suggested_fix: expect.stringContaining('hubspot') } },
    })
    expect(await available({ installed: 'true' })).toEqual([])

    expect(await untilAdded(['HubSpot', 'salesforce', 'hubspot'])).toEqual([
      'hubspot',
      'salesforce',
    ])
    expect(await available({ installed: 'true' })).toMatchObject([
      { slug: 'hubspot', installed: { managed: true, current: true } },
      { slug: 'salesforce', installed: { managed: true, current: true } },
    ])
    const tools = await service.client.tools.list({
      query: { toolkit_slug: ['hubspot'], limit: 1000 },
    })
    expect(tools.items.length).toBeGreaterThanOrEqual(5)
  })

  it('are added all or none where too many imports wait', async () => {
    verifies('toolkits.add')
    const shared = await createSharedDatabase()
    const busy = await startService({ database: shared.database })
    const { handle } = await openServiceDatabase(shared.database)
    for (let waiting = 1; waiting <= 19; waiting += 1)
      await sql`
        insert into toolkit_imports (id, project_id, slug, status, done, total, created_at)
        select ${`imp_${waiting}`}, id, 'waiting', 'queued', 0, 0, '2026-11-23T10:00:00.000Z'
        from projects`.execute(handle)
    const add = (toolkits: string[]) =>
      busy.request('POST', '/api/v3/toolkits/add', { body: { toolkits } })
    const imported = async () => (await shared.query('select id from toolkit_imports')).length
    const { status, body } = await add(['hubspot', 'salesforce'])
    expect({ status, message: body.error.message }).toEqual({
      status: 429,
      message: expect.stringContaining('19 unfinished imports'),
    })
    expect(await imported()).toBe(19)
    expect((await add(['hubspot'])).status).toBe(202)
    expect(await imported()).toBe(20)
  })

  it('leave a toolkit alone that the project imported itself', async () => {
    verifies('toolkits.add.own')
    const other = await startService()
    await importToolkit(other, {
      slug: 'hubspot',
      source: { openapi: openNotesApi('https://own.example') },
    })
    const add = (replace: boolean) =>
      other.request('POST', '/api/v3/toolkits/add', {
        body: { toolkits: ['hubspot'], replace, accept_host_change: true },
      })
    expect((await add(false)).status).toBe(409)
    expect((await other.client.toolkits.get({ params: { slug: 'hubspot' } })).base_url).toBe(
      'https://own.example',
    )
    const { status, body } = await add(true)
    expect(status).toBe(202)
    const { id } = body.imports[0]
    await expect
      .poll(async () => (await other.client.toolkits.getImport({ params: { id } })).status)
      .toBe('succeeded')
    expect((await other.client.toolkits.get({ params: { slug: 'hubspot' } })).base_url).not.toBe(
      'https://own.example',
    )
  })

  it('take a description that is given, as the kind of source that the recipe is for', async () => {
    verifies('toolkits.add')
    const sdl = 'type Query { issues: [Issue!]! }\ntype Issue { id: ID!, title: String }'
    expect(await untilAdded(['linear'], { description: sdl })).toEqual(['linear'])
    const { items } = await service.client.tools.list({ query: { toolkit_slug: ['linear'] } })
    expect(items.map(({ slug }) => slug)).toHaveLength(1)
    for (const [toolkit, description] of [
      ['hubspot', sdl],
      ['linear', { openapi: '3.1.0' }],
    ])
      expect(
        await service.request('POST', '/api/v3/toolkits/add', {
          body: { toolkits: [toolkit], description },
        }),
      ).toMatchObject({ status: 400 })
  })

  it('are also those of the operator, each of which can be used', async () => {
    verifies('toolkits.own-recipes')
    const oauth = {
      authorization_url: 'https://login.example/authorize',
      token_url: 'https://login.example/token',
    }
    const { folder } = await writeRecipes({ ledger: { oauth }, hubspot: { oauth } })
    const other = await startService({ recipeFolder: folder })
    const { items } = await other.client.toolkits.available({ query: { limit: 1000 } })
    expect(items.filter(({ slug }) => ['ledger', 'hubspot'].includes(slug))).toMatchObject([
      { slug: 'hubspot', source: 'openapi', auth_schemes: ['OAUTH2'] },
      { slug: 'ledger', source: 'openapi', logo: expect.stringContaining('/logos/') },
    ])
    await addToolkit(other, 'ledger')
    expect((await other.client.toolkits.get({ params: { slug: 'ledger' } })).base_url).toBe(
      'https://notes.example',
    )

    await copyFile(join(folder, 'ledger.yaml'), join(folder, 'ledger-2.yaml'))
    await expect(startService({ recipeFolder: folder })).rejects.toThrow('2 recipes of "ledger"')
    await writeFile(join(folder, 'bad.yaml'), 'recipe: 1\nslug: bad\nname: Bad\nlog: none')
    await expect(startService({ recipeFolder: folder })).rejects.toThrow(
      /bad\.yaml cannot be used.*log/,
    )
    await expect(startService({ recipeFolder: join(folder, 'none') })).rejects.toThrow(
      'cannot be read',
    )
  })

  it('take no slugs of the operations', async () => {
    verifies('toolkits.add')
    for (const slug of ['add', 'available']) {
      const answer = await service.request('POST', '/api/v3/toolkits/import', {
        body: { slug, source: { openapi: openNotesApi('https://own.example') } },
      })
      expect(answer.status).toBe(400)
    }
  })

  it('are found, added and kept up to date from a terminal', async () => {
    verifies('cli.toolkits.add')
    const found = await run(['available', '--search', 'hubspot'])
    expect(found).toMatchObject({ code: 0, stdout: expect.stringMatching(/^hubspot /m) })
    const added = await run(['add', 'hubspot', 'salesforce'])
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Verdict: ready') })
    expect(added.stdout).toContain('plugboard toolkits setup salesforce')
    const none = await run(['outdated'])
    expect(none).toMatchObject({ code: 0, stderr: expect.stringContaining('All toolkits') })
    const updated = await run(['update', 'hubspot'])
    expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining('0 added') })
    const unknown = await run(['update', 'nothing'])
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('plugboard toolkits add nothing'),
    })
  })
})
