import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
/** Of the toolkit `notes`, the older first. */
let versions: string[]
beforeAll(async () => {
  notes = await startNotesService()
  const details = {
    name: 'Notes',
    description: 'Keeps notes',
    categories: [{ id: 'writing', name: 'Writing' }],
    current_user: { method: 'GET' as const, path: '/notes/me' },
  }
  const source = {
    openapi: notesApi(notes.upstream.url, {
      '/tags': {
        get: {
          operationId: 'listTags',
          summary: 'List tags',
          responses: { 200: { description: 'ok' } },
        },
      },
    }),
  }
  const first = (await notes.service.client.toolkits.get({ params: { slug: 'notes' } })).meta
    .version
  const second = await importToolkit(notes.service, { slug: 'notes', ...details, source })
  versions = [first, second.version]
})
afterAll(() => notes.close())

const get = (path: string) => notes.service.request('GET', `/api/v3/${path}`)

describe('a toolkit', () => {
  it('has in a list every field of the specification', async () => {
    verifies('toolkits.item', 'toolkits.item.local', 'toolkits.multi', 'toolkits.categories')
    const { items } = await notes.service.client.toolkits.multi({ body: { toolkits: ['notes'] } })
    expect(items).toEqual([
      {
        slug: 'notes',
        name: 'Notes',
        auth_schemes: ['API_KEY'],
        svc_managed_auth_schemes: [],
        is_local_toolkit: false,
        no_auth: false,
        auth_guide_url: null,
        deprecated: { toolkitId: 'notes' },
        meta: {
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
          description: 'Keeps notes',
          logo: '',
          app_url: null,
          categories: [{ id: 'writing', name: 'Writing' }],
          triggers_count: 0,
          tools_count: 6,
          version: versions[1],
        },
      },
    ])
  })

  it('has by itself every field of the specification', async () => {
    verifies(
      'toolkits.detail',
      'toolkits.detail.auth',
      'toolkits.detail.current-user',
      'toolkits.field-descriptor',
      'toolkits.categories',
      'versions.carried',
    )
    const { body } = await get('toolkits/NOTES')
    expect(body).toMatchObject({
      slug: 'notes',
      name: 'Notes',
      enabled: true,
      svc_managed_auth_schemes: [],
      is_local_toolkit: false,
      auth_config_details: [
        { mode: 'API_KEY', name: expect.any(String), proxy: { base_url: notes.upstream.url } },
      ],
      auth_guide_url: null,
      base_url: notes.upstream.url,
      meta: {
        categories: [{ slug: 'writing', name: 'Writing' }],
        version: versions[1],
        available_versions: versions.toReversed(),
      },
      get_current_user_endpoint: '/notes/me',
      get_current_user_endpoint_method: 'GET',
      deprecated: {
        toolkitId: 'notes',
        getCurrentUserEndpoint: '/notes/me',
        rawProxyInfoByAuthSchemes: [
          { auth_scheme: 'API_KEY', proxy: { base_url: notes.upstream.url } },
        ],
      },
    })
    const [{ fields }] = body.auth_config_details
    expect(fields.auth_config_creation).toEqual({
      required: expect.any(Array),
      optional: expect.any(Array),
    })
    expect(fields.connected_account_initiation.required).toEqual([
      {
        name: 'generic_api_key',
        displayName: expect.any(String),
        description: expect.any(String),
        type: 'string',
        required: true,
        default: null,
        is_secret: true,
        user_visible: true,
      },
    ])
  })

  it('is answered in the version asked for', async () => {
    verifies('toolkits.get.version', 'versions.form')
    for (const [query, version] of [
      ['', versions[1]],
      ['?version=latest', versions[1]],
      [`?version=${versions[0]}`, versions[0]],
    ]) {
      expect((await get(`toolkits/notes${query}`)).body.meta.version, query).toBe(version)
    }
    expect((await get('toolkits/notes?version=20200101_00')).status).toBe(404)
  })

  it('that does not exist is 404, and a slug that can be none 400', async () => {
    verifies('toolkits.get.unknown', 'toolkits.get.malformed')
    expect((await get('toolkits/unknown')).status).toBe(404)
    expect((await get('toolkits/no%20slug')).status).toBe(400)
  })

  it('is managed by the project that imported it', async () => {
    verifies('toolkits.multi.managed-by', 'toolkits.list')
    const slugs = async (managed_by: string) =>
      (
        await notes.service.request('POST', '/api/v3/toolkits/multi', { body: { managed_by } })
      ).body.items.map(({ slug }: { slug: string }) => slug)
    expect(await slugs('project')).toEqual(['notes', 'open'])
    expect(await slugs('all')).toEqual(['notes', 'open'])
    expect(await slugs('svc')).toEqual([])
    const listed = async (managed_by: string) =>
      (
        await notes.service.request('GET', `/api/v3/toolkits?managed_by=${managed_by}`)
      ).body.items.map(({ slug }: { slug: string }) => slug)
    expect([await listed('project'), await listed('all'), await listed('svc')]).toEqual([
      ['notes', 'open'],
      ['notes', 'open'],
      [],
    ])
    expect(
      (
        await notes.service.request('POST', '/api/v3/toolkits/multi', {
          body: { managed_by: 'me' },
        })
      ).status,
    ).toBe(400)
    expect((await notes.service.request('GET', '/api/v3/toolkits?managed_by=me')).status).toBe(400)
  })

  it('is one of a page', async () => {
    verifies('toolkits.multi.pages')
    const multi = (body: object) =>
      notes.service
        .request('POST', '/api/v3/toolkits/multi', { body })
        .then((answer) => answer.body)
    const first = await multi({ limit: 1 })
    expect(first).toMatchObject({
      items: [{ slug: 'notes' }],
      total_items: 2,
      total_pages: 2,
      current_page: 1,
    })
    expect(await multi({ limit: 1, cursor: first.next_cursor })).toMatchObject({
      items: [{ slug: 'open' }],
      next_cursor: null,
      current_page: 2,
    })
    expect(await multi({ limit: null, cursor: null })).toMatchObject({ items: { length: 2 } })
  })
})

describe('a tool', () => {
  it('has every field of the specification, alone and in a list', async () => {
    verifies('tools.record', 'tools.get', 'versions.carried')
    const { body } = await get('tools/NOTES_CREATE_NOTE')
    expect(body).toEqual({
      slug: 'NOTES_CREATE_NOTE',
      name: 'Create a note',
      human_description: 'Create a note',
      description: expect.any(String),
      toolkit: { slug: 'notes', name: 'Notes', logo: '' },
      input_parameters: expect.objectContaining({ type: 'object', required: ['text'] }),
      output_parameters: expect.objectContaining({ type: 'object' }),
      no_auth: false,
      version: versions[1],
      available_versions: versions.toReversed(),
      scopes: [],
      tags: expect.any(Array),
      is_deprecated: false,
      deprecated: {
        displayName: 'Create a note',
        version: versions[1],
        available_versions: versions.toReversed(),
        is_deprecated: false,
        toolkit: { logo: '' },
      },
    })
    expect((await get('tools?tool_slugs=notes_create_note')).body.items).toEqual([body])
  })

  it('that does not exist, also in the version asked for, is 404', async () => {
    verifies('tools.get.unknown', 'tools.get.version')
    expect((await get('tools/NOTES_NOTHING')).status).toBe(404)
    expect((await get('tools/NOTES_LIST_TAGS')).status).toBe(200)
    expect((await get(`tools/NOTES_LIST_TAGS?version=${versions[0]}`)).status).toBe(404)
    expect((await get(`tools/NOTES_LIST_TAGS?toolkit_versions[notes]=${versions[0]}`)).status).toBe(
      404,
    )
    expect((await get(`tools/NOTES_LIST_TAGS?toolkit_versions[open]=${versions[0]}`)).status).toBe(
      200,
    )
  })

  it('is executed in the version asked for', async () => {
    verifies('tools.execute.version')
    await notes.connect('ada')
    const execute = (version: string | undefined) =>
      notes.service.request('POST', '/api/v3/tools/execute/NOTES_LIST_TAGS', {
        body: { user_id: 'ada', version },
      })
    expect((await execute(versions[1])).body).toMatchObject({ successful: true })
    expect((await execute('latest')).body).toMatchObject({ successful: true })
    expect((await execute(versions[0])).status).toBe(404)
  })

  it('is listed by what it belongs to', async () => {
    verifies('tools.list')
    const slugs = async (query: string) =>
      (await get(`tools?${query}`)).body.items.map(({ slug }: { slug: string }) => slug)
    expect(await slugs(`auth_config_ids=${notes.authConfigId}`)).toEqual(
      (await slugs('toolkit_slug=notes')).toSorted(),
    )
    expect(await slugs('toolkit_slug=notes&scopes=unknown')).toEqual([])
    expect(await slugs('toolkit_slug=open&important=true')).toEqual(
      await slugs('toolkit_slug=open'),
    )
    expect(await slugs(`toolkit_slug=notes&toolkit_versions[notes]=${versions[0]}`)).not.toContain(
      'NOTES_LIST_TAGS',
    )
  })

  it('is one of up to 1000 in a list, or of up to 9999 where each is named', async () => {
    verifies('tools.list.limit')
    expect((await get('tools?limit=1001')).status).toBe(400)
    expect((await get('tools?limit=9999&tool_slugs=NOTES_LIST_NOTES')).status).toBe(200)
    expect((await get('tools?limit=10000&tool_slugs=NOTES_LIST_NOTES')).status).toBe(400)
    const cursor = Buffer.from('1.1001').toString('base64')
    expect((await get(`tools?cursor=${cursor}`)).status).toBe(400)
    expect((await get(`tools?cursor=${cursor}&tool_slugs=NOTES_LIST_NOTES`)).status).toBe(200)
  })
})

describe('an imported toolkit', () => {
  it('goes with all it has when it is deleted', async () => {
    verifies('imports.delete', 'imports.unknown')
    await importToolkit(notes.service, {
      slug: 'leaving',
      source: { openapi: notesApi(notes.upstream.url) },
    })
    const { auth_config } = await notes.service.client.authConfigs.create({
      body: { toolkit: { slug: 'leaving' } },
    })
    expect((await notes.service.request('DELETE', '/api/v3/toolkits/leaving')).body).toEqual({
      success: true,
    })
    for (const path of [
      'toolkits/leaving',
      'tools/LEAVING_LIST_NOTES',
      `auth_configs/${auth_config.id}`,
    ])
      await expect.poll(async () => (await get(path)).status, { message: path }).toBe(404)
    expect((await notes.service.request('DELETE', '/api/v3/toolkits/leaving')).status).toBe(404)
    expect((await get('toolkits/imports/imp_00000000000000000')).status).toBe(404)
  })
})
