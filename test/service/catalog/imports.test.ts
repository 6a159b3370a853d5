import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { triggerType } from '../../support/watch-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const figma = () =>
  readFile(
    createRequire(import.meta.url).resolve('@figma/rest-api-spec/openapi/openapi.yaml'),
    'utf8',
  )

describe('an import', () => {
  it('warns, by a code, of what keeps the toolkit from working', async () => {
    verifies('imports.warnings')
    const described = notesApi('/')
    const { warnings } = await importToolkit(service, {
      slug: 'homeless',
      source: { openapi: described },
    })
    expect(warnings).toEqual([
      {
        code: 'no_server',
        blocking: true,
        message: expect.stringContaining('no absolute server address'),
        fix: expect.stringContaining('base_url'),
      },
    ])
  })

  it('of a real description makes a tool of every operation', async () => {
    verifies('imports.start', 'imports.report', 'toolkits.slug', 'imports.slugs')
    const report = await importToolkit(service, {
      slug: 'figma',
      source: { openapi: await figma() },
    })
    expect(report.skipped).toEqual([])
    expect(report.made).toBe(report.operations)
    expect(report).toMatchObject({ renamed: expect.any(Array), tokens: expect.any(Number) })
    for (const slug of report.tools) expect(slug).toMatch(/^FIGMA_[A-Z0-9_]{1,58}$/)
    const toolkit = await service.client.toolkits.get({ params: { slug: 'figma' } })
    expect(toolkit).toMatchObject({
      slug: 'figma',
      meta: {
        tools_count: report.made,
        version: report.version,
        available_versions: [report.version],
      },
    })
    const page = await service.client.tools.list({
      query: { toolkit_slug: ['figma'], limit: 1000 },
    })
    expect(page.total_items).toBe(report.made)
    expect(page.items.map((tool) => tool.slug).toSorted()).toEqual(report.tools.toSorted())
  })

  it('again gives the same slugs, a new version, and says what changed', async () => {
    verifies(
      'imports.again',
      'imports.slugs.stable',
      'tools.get',
      'tools.get.version',
      'tools.get.toolkit-versions',
      'versions.carried',
      'versions.form',
    )
    const first = await importToolkit(service, {
      slug: 'again',
      source: { openapi: notesApi('https://notes.example') },
    })
    const changed = notesApi('https://notes.example')
    changed.paths['/notes'].get.summary = 'Show every note'
    const second = await importToolkit(service, { slug: 'again', source: { openapi: changed } })
    expect(second.version > first.version).toBe(true)
    expect(first.version).toMatch(/^\d{8}_\d{2}$/)
    expect(second.tools.toSorted()).toEqual(first.tools.toSorted())
    expect(second.difference).toEqual({
      previous_version: first.version,
      added: [],
      removed: [],
      changed: ['AGAIN_LIST_NOTES'],
      unchanged: 4,
    })

    const get = (query: Record<string, unknown>) =>
      service.client.tools.get({ params: { tool_slug: 'again_list_notes' }, query })
    expect((await get({})).version).toBe(second.version)
    expect(await get({ version: first.version })).toMatchObject({
      version: first.version,
      available_versions: [second.version, first.version],
    })
    expect((await get({ toolkit_versions: { again: first.version } })).version).toBe(first.version)
    expect((await get({ toolkit_versions: 'latest' })).version).toBe(second.version)
    await expect(get({ version: '20200101_00' })).rejects.toMatchObject({ status: 404 })
  })

  it("may not take a slug that the service keeps for its own and the callers' tools", async () => {
    verifies('imports.reserved-slugs')
    const start = (slug: string) =>
      service.request('POST', '/api/v3/toolkits/import', {
        body: { slug, source: { openapi: notesApi('https://notes.example') } },
      })
    for (const slug of [
      'svc',
      'SVC',
      'svc_search',
      'svc-tools',
      'local',
      'local_grep',
      'Local-Files',
    ]) {
      const { status, body } = await start(slug)
      expect([slug, status, body.error.errors]).toEqual([
        slug,
        400,
        [expect.stringMatching(/^body\.slug: /)],
      ])
    }
    for (const slug of ['localstack', 'svcs'])
      expect(
        (
          await importToolkit(service, {
            slug,
            source: { openapi: notesApi('https://notes.example') },
          })
        ).made,
      ).toBe(5)
  })

  it('of what is no description fails with a reason, and makes nothing', async () => {
    await expect(
      importToolkit(service, { slug: 'broken', source: { openapi: { hello: 'world' } } }),
    ).rejects.toThrow(/OpenAPI|openapi/)
    await expect(
      importToolkit(service, { slug: 'broken', source: { openapi: ': : not yaml\n\t- {' } }),
    ).rejects.toThrow()
    expect((await service.request('GET', '/api/v3/toolkits/broken')).status).toBe(404)
  })

  it('by address follows the outbound rules', async () => {
    verifies('imports.address')
    const upstream = await startUpstream(
      (_request, response) => void response.end(JSON.stringify(notesApi('https://notes.example'))),
    )
    await expect(
      importToolkit(service, {
        slug: 'fetched',
        source: { openapi: `${upstream.url}/openapi.json` },
      }),
    ).rejects.toThrow('could not be fetched')
    expect(upstream.received).toEqual([])
    const allowed = await startService({ egressAllow: [`import@${upstream.host}`] })
    expect(
      (
        await importToolkit(allowed, {
          slug: 'fetched',
          source: { openapi: `${upstream.url}/openapi.json` },
        })
      ).made,
    ).toBe(5)
  })

  it('of a large description keeps its order, given as JSON or as text', async () => {
    const { paths, ...described } = notesApi('https://notes.example')
    const large = {
      ...described,
      paths,
      // Longer than one part of a stored request, as is the whole.
      'x-text': 'é"'.repeat(50_000),
      'x-more': Array.from({ length: 20_000 }, (_, index) => `part ${index}`),
    }
    const asJson = await importToolkit(service, { slug: 'large', source: { openapi: large } })
    const asText = await importToolkit(service, {
      slug: 'large',
      source: { openapi: JSON.stringify(large) },
    })
    const small = await importToolkit(service, {
      slug: 'large',
      source: { openapi: { ...described, paths } },
    })
    expect(asJson.tools).toEqual(small.tools)
    expect(asText.difference).toMatchObject({ added: [], changed: [], removed: [] })
    expect(small.difference).toMatchObject({ added: [], changed: [], removed: [] })
  })

  it('goes on after a restart', async () => {
    // The job and the import are committed together, so that a start finds what the last process
    // left.
    const { id } = await service.client.toolkits.import({
      body: { slug: 'queued', source: { openapi: notesApi('https://notes.example') } },
    })
    expect((await service.client.toolkits.getImport({ params: { id } })).slug).toBe('queued')
    await expect
      .poll(async () => (await service.client.toolkits.getImport({ params: { id } })).status)
      .toBe('succeeded')
  })

  it('belongs to its project alone', async () => {
    verifies('imports.own-project')
    const other = await service.client.projects.create({
      body: { name: 'Elsewhere', should_create_api_key: true },
    })
    const headers = { 'x-api-key': other.api_key ?? '' }
    await importToolkit(service, {
      slug: 'mine',
      source: { openapi: notesApi('https://notes.example') },
    })
    expect((await service.request('GET', '/api/v3/toolkits/mine', { headers })).status).toBe(404)
    expect(
      (await service.request('GET', '/api/v3/tools/MINE_LIST_NOTES', { headers })).status,
    ).toBe(404)
    expect((await service.request('GET', '/api/v3/toolkits', { headers })).body.items).toEqual([])
  })
})

describe('lists of the catalog', () => {
  it('filter and page', async () => {
    verifies(
      'toolkits.list',
      'toolkits.multi',
      'toolkits.multi.category',
      'toolkits.multi.unknown',
      'toolkits.categories',
      'tools.list',
    )
    await importToolkit(service, {
      slug: 'listed',
      name: 'Listed notes',
      description: 'For lists',
      categories: [{ id: 'notes', name: 'Note keeping' }],
      source: { openapi: notesApi('https://notes.example') },
    })
    const slugs = async (query: string) =>
      (await service.request('GET', `/api/v3/toolkits?${query}`)).body.items.map(
        (item: { slug: string }) => item.slug,
      )
    expect(await slugs('category=Note%20keeping')).toEqual(['listed'])
    expect(await slugs('search=for%20lists')).toEqual(['listed'])
    expect(await slugs('managed_by=svc')).toEqual([])
    expect(
      (
        await service.client.toolkits.multi({ body: { toolkits: ['listed', 'unknown'] } })
      ).items.map(({ slug }) => slug),
    ).toEqual(['listed'])
    expect((await service.client.toolkits.categories({})).items).toContainEqual({
      id: 'notes',
      name: 'Note keeping',
    })

    const tools = async (query: string) =>
      (await service.request('GET', `/api/v3/tools?toolkit_slug=listed&${query}`)).body.items.map(
        (item: { slug: string }) => item.slug,
      )
    expect(await tools('tags=readOnlyHint')).toEqual([
      'LISTED_EXPORT_ARCHIVE',
      'LISTED_GET_NOTE',
      'LISTED_LIST_NOTES',
    ])
    expect(await tools('tool_slugs=listed_get_note')).toEqual(['LISTED_GET_NOTE'])
    expect((await tools('search=delete%20a%20note'))[0]).toBe('LISTED_DELETE_NOTE')
    const first = await service.request('GET', '/api/v3/tools?toolkit_slug=listed&limit=3')
    const second = await service.request(
      'GET',
      `/api/v3/tools?toolkit_slug=listed&cursor=${first.body.next_cursor}`,
    )
    expect([...first.body.items, ...second.body.items]).toHaveLength(5)
    expect(second.body.next_cursor).toBeNull()
  })

  it('put the most used toolkit first when asked to', async () => {
    verifies('toolkits.multi.sort-by')
    for (const slug of ['aaa', 'zzz'])
      await importToolkit(service, { slug, source: { openapi: notesApi('https://notes.example') } })
    await service.client.tools.execute({ params: { tool_slug: 'ZZZ_LIST_NOTES' }, body: {} })
    const order = async (sort_by: 'usage' | 'alphabetically') =>
      (
        await service.client.toolkits.multi({ body: { toolkits: ['aaa', 'zzz'], sort_by } })
      ).items.map(({ slug }) => slug)
    expect(await order('alphabetically')).toEqual(['aaa', 'zzz'])
    expect(await order('usage')).toEqual(['zzz', 'aaa'])
  })

  it('answer the slugs of all tools', async () => {
    verifies('tools.enum')
    expect((await service.client.tools.enum({})).filter((slug) => slug.startsWith('AAA_'))).toEqual(
      [
        'AAA_CREATE_NOTE',
        'AAA_DELETE_NOTE',
        'AAA_EXPORT_ARCHIVE',
        'AAA_GET_NOTE',
        'AAA_LIST_NOTES',
      ],
    )
  })

  it('know trigger types in any letter case', async () => {
    await importToolkit(service, {
      slug: 'evented',
      source: { openapi: notesApi('https://notes.example') },
      triggers: [
        {
          slug: 'EVENTED_NOTE_CREATED',
          name: 'Note created',
          description: 'A note was made',
          type: 'poll',
          config: { type: 'object' },
          payload: { type: 'object' },
          poll: { request: { path: '/notes' }, items: '', id: ['id'] },
        },
      ],
    })
    expect(
      await service.client.triggerTypes.get({ params: { slug: 'evented_note_created' } }),
    ).toMatchObject({ slug: 'EVENTED_NOTE_CREATED', type: 'poll', toolkit: { slug: 'evented' } })
    expect(
      (await service.client.triggerTypes.list({ query: { toolkit_slugs: ['evented'] } }))
        .total_items,
    ).toBe(1)
    const bad = await service.request('POST', '/api/v3/toolkits/import', {
      body: { slug: 'evented', source: { openapi: {} }, triggers: [triggerType('OTHER_THING')] },
    })
    expect(bad.status).toBe(400)
    expect(bad.body.error).toMatchObject({
      suggested_fix: expect.stringContaining('`errors`'),
      errors: expect.arrayContaining([expect.stringMatching(/^body\.triggers\.0\.slug: /)]),
    })
  })
})
