import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { notesApi } from '../../../support/notes-api.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { json, startUpstream } from '../../../support/start-upstream.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['127.0.0.0/8'] })
})
afterAll(() => service.close())

/** A description that is wrong about itself: its host, its hints and its authentication. */
const description = {
  ...notesApi('https://elsewhere.example'),
  components: { securitySchemes: { other: { type: 'http', scheme: 'bearer' } } },
  security: [],
}

const recipe = `
recipe: 1
slug: memos # the short name
name: Memo box
summary: Keeps memos.
aliases: [memobox]
app_url: https://memos.example
categories: [{ id: notes, name: Notes }]
description:
  kind: openapi
  base_url: https://api.memos.example/v2
  exclude: [exportNotes]
  verified: { date: 2026-11-23 }
auth:
  - scheme: API_KEY
    placements: [{ field: generic_api_key, in: header, name: authorization, prefix: "Memo " }]
    fields:
      - name: generic_api_key
        display_name: Memo key
        description: Settings, then Keys
        url: https://memos.example/keys
        starts_with: [mk_]
      - name: workspace
        description: Your workspace
    setup: { url: https://memos.example/keys, steps: [Press "New key"] }
requests:
  headers: { Memo-Version: 2026-11-01 }
  parameters:
    - { name: tag, value: [work], mode: default, applies_to: [listNotes] }
    - { name: pinned, value: true }
tools:
  - operation: listNotes
    slug: MEMOS_FIND_MEMOS
    name: Find memos
    description: Finds memos by their tags.
    arguments: { tag: A tag that memos have }
    examples: { tag: [work] }
    tags: [Reading]
    scopes: [memos.read]
  - operation: DELETE /notes/{id}
    hints: { idempotentHint: false, readOnlyHint: true }
    featured: false
  - declare:
      method: POST
      path: /notes/{note}/share
      parameters:
        note: { in: path, schema: { type: string } }
        with: { in: body, name: shared_with, required: true, schema: { type: string } }
    slug: MEMOS_SHARE_MEMO
    description: Shares a memo.
`

const tools = async (toolkit: string) => {
  const { items } = await service.client.tools.list({
    query: { toolkit_slug: toolkit, limit: 100 },
  })
  return new Map(items.map((tool) => [tool.slug, tool]))
}

describe('an import with a recipe', () => {
  it('is named, described and made as the recipe says', async () => {
    verifies('imports.recipe')
    const report = await importToolkit(service, { source: { openapi: description }, recipe })
    expect(report.warnings).toEqual([])
    expect(report.made).toBe(5)
    const toolkit = await service.client.toolkits.get({ params: { slug: 'memos' } })
    expect(toolkit).toMatchObject({
      name: 'Memo box',
      base_url: 'https://api.memos.example/v2',
      meta: {
        description: 'Keeps memos.',
        app_url: 'https://memos.example',
        categories: [{ slug: 'notes', name: 'Notes' }],
        tools_count: 5,
      },
      auth_config_details: [{ mode: 'API_KEY' }],
    })
    const { required = [] } =
      toolkit.auth_config_details[0]?.fields.connected_account_initiation ?? {}
    expect(required).toMatchObject([
      { name: 'generic_api_key', displayName: 'Memo key', description: 'Settings, then Keys' },
      { name: 'workspace', is_secret: false },
    ])
    const made = await tools('memos')
    expect([...made.keys()].toSorted()).toEqual([
      'MEMOS_CREATE_NOTE',
      'MEMOS_DELETE_NOTE',
      'MEMOS_FIND_MEMOS',
      'MEMOS_GET_NOTE',
      'MEMOS_SHARE_MEMO',
    ])
    expect(made.get('MEMOS_FIND_MEMOS')).toMatchObject({
      name: 'Find memos',
      description: 'Finds memos by their tags.',
      scopes: ['memos.read'],
      no_auth: false,
      input_parameters: {
        properties: {
          tag: { description: 'A tag that memos have', default: ['work'], examples: ['work'] },
        },
      },
    })
    expect(made.get('MEMOS_FIND_MEMOS')?.tags).toEqual(['readOnlyHint', 'openWorldHint', 'reading'])
    // The recipe's word on a hint holds, and what it says nothing of follows from the method.
    expect(made.get('MEMOS_DELETE_NOTE')?.tags).toEqual([
      'readOnlyHint',
      'destructiveHint',
      'openWorldHint',
    ])
    expect(made.get('MEMOS_CREATE_NOTE')?.input_parameters).toMatchObject({
      required: ['text'],
      properties: { text: { type: 'string' } },
    })
    expect(JSON.stringify(made.get('MEMOS_CREATE_NOTE')?.input_parameters)).not.toContain('pinned')
    expect(made.get('MEMOS_SHARE_MEMO')).toMatchObject({
      description: 'Shares a memo.',
      input_parameters: { required: ['note', 'with'] },
    })
  })

  it('keeps the slugs when it is imported again, and takes another slug for the whole', async () => {
    verifies('imports.recipe')
    const again = await importToolkit(service, { source: { openapi: description }, recipe })
    expect(again.difference).toMatchObject({ added: [], removed: [], changed: [], unchanged: 5 })
    const other = await importToolkit(service, {
      slug: 'work-memos',
      source: { openapi: description },
      recipe,
    })
    expect(other.tools).toContain('WORK_MEMOS_FIND_MEMOS')
    expect(other.tools).toContain('WORK_MEMOS_SHARE_MEMO')
  })

  it('renames a tool that had another slug, which stays its alias', async () => {
    verifies('imports.recipe')
    const source = { openapi: description }
    const plain = await importToolkit(service, { slug: 'plain', source })
    expect(plain.tools).toContain('PLAIN_LIST_NOTES')
    const { tools: made, renamed } = await importToolkit(service, {
      source,
      recipe: {
        recipe: 1,
        slug: 'plain',
        name: 'Plain',
        description: { kind: 'openapi' },
        tools: [{ operation: 'listNotes', slug: 'PLAIN_FIND' }],
      },
    })
    expect(made.toSorted()).toEqual([
      'PLAIN_CREATE_NOTE',
      'PLAIN_DELETE_NOTE',
      'PLAIN_EXPORT_ARCHIVE',
      'PLAIN_FIND',
      'PLAIN_GET_NOTE',
    ])
    expect(renamed).toContainEqual(
      expect.objectContaining({ from: 'PLAIN_LIST_NOTES', to: 'PLAIN_FIND' }),
    )
  })

  it('gives no tool the slug of another one, nor an alias of it', async () => {
    verifies('imports.recipe.slugs')
    const source = { openapi: description }
    const withTools = (tools: unknown[]) => ({
      source,
      recipe: {
        recipe: 1,
        slug: 'swapped',
        name: 'Swapped',
        description: { kind: 'openapi' },
        tools,
      },
    })
    const ping = { declare: { method: 'GET', path: '/ping' } }
    // A name that the description only wants goes to what the recipe declares.
    const fresh = withTools([{ ...ping, slug: 'FRESH_LIST_NOTES' }])
    await importToolkit(service, { ...fresh, recipe: { ...fresh.recipe, slug: 'fresh' } })
    expect((await tools('fresh')).get('FRESH_LIST_NOTES')?.description).toBe('List notes')
    expect((await tools('fresh')).size).toBe(5)
    await importToolkit(service, withTools([{ operation: 'listNotes', slug: 'SWAPPED_FIND' }]))
    await importToolkit(service, withTools([{ operation: 'listNotes', slug: 'SWAPPED_SEARCH' }]))
    for (const slug of ['SWAPPED_CREATE_NOTE', 'SWAPPED_FIND', 'SWAPPED_SEARCH'])
      for (const tool of [
        { operation: 'getNote', slug },
        { ...ping, slug },
      ])
        await expect(importToolkit(service, withTools([tool]))).rejects.toThrow(
          `The recipe gives "GET ${'declare' in tool ? '/ping' : '/notes/{id}'}" the slug ${slug}, which is that of the tool of "${slug === 'SWAPPED_CREATE_NOTE' ? 'POST' : 'GET'} /notes"`,
        )
    // Its own alias it may have back, and a free one it may take.
    const { tools: made } = await importToolkit(
      service,
      withTools([
        { operation: 'listNotes', slug: 'SWAPPED_FIND' },
        { ...ping, slug: 'SWAPPED_PING' },
      ]),
    )
    expect(made).toEqual(expect.arrayContaining(['SWAPPED_FIND', 'SWAPPED_PING']))
  })

  it('sends constants of the recipe once, in the place of those of the description', async () => {
    verifies('executions.supplied')
    const upstream = await startUpstream((_request, response) => {
      json(response, 200, {})
    })
    const operation = {
      operationId: 'sendThing',
      parameters: [
        {
          name: 'x-version',
          in: 'header',
          required: true,
          schema: { type: 'string', enum: ['of-the-description'] },
        },
        { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } },
        { name: 'format', in: 'query', required: true, schema: { const: 'short' } },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { name: { type: 'string' } },
              additionalProperties: true,
            },
          },
        },
      },
      responses: {},
    }
    await importToolkit(service, {
      source: {
        openapi: {
          openapi: '3.1.0',
          info: { title: 'Things', version: '1' },
          servers: [{ url: upstream.url }],
          paths: { '/things': { post: operation } },
        },
      },
      recipe: {
        recipe: 1,
        slug: 'things',
        name: 'Things',
        description: { kind: 'openapi' },
        auth: [{ scheme: 'NO_AUTH' }],
        requests: {
          headers: { 'X-Version': 'of-the-recipe', 'x-trace': 'constant' },
          parameters: [{ name: 'format', value: 'long' }],
        },
      },
    })
    const [tool] = [...(await tools('things')).values()]
    expect(Object.keys(tool?.input_parameters['properties'] as object)).toEqual(['name'])
    expect(tool?.input_parameters['required']).toBeUndefined()
    const call = (args: Record<string, unknown>) =>
      service.client.tools.execute({
        params: { tool_slug: tool?.slug ?? '' },
        body: { user_id: 'ada', arguments: args },
      })
    expect(await call({ name: 'a', more: 1 })).toMatchObject({ successful: true })
    expect(upstream.received[0]?.url).toBe('/things?format=long')
    expect(upstream.received[0]?.headers).toMatchObject({
      'x-version': 'of-the-recipe',
      'x-trace': 'constant',
    })
    expect(JSON.parse(upstream.received[0]?.body ?? '')).toEqual({ name: 'a', more: 1 })
  })

  it('lets the fields of the request win', async () => {
    verifies('imports.recipe')
    const report = await importToolkit(service, {
      slug: 'mine',
      name: 'Mine',
      description: 'My own',
      base_url: 'https://mine.example',
      auth: { scheme: 'BEARER_TOKEN' },
      include: ['listNotes'],
      categories: [],
      source: { openapi: description },
      recipe: { recipe: 1, slug: 'mine', name: 'Theirs', description: { kind: 'openapi' } },
    })
    expect(report.tools).toEqual(['MINE_LIST_NOTES'])
    expect(await service.client.toolkits.get({ params: { slug: 'mine' } })).toMatchObject({
      name: 'Mine',
      base_url: 'https://mine.example',
      meta: { description: 'My own' },
      auth_config_details: [{ mode: 'BEARER_TOKEN' }],
    })
  })

  it('needs no description where the recipe declares every operation', async () => {
    verifies('imports.recipe')
    const report = await importToolkit(service, {
      recipe: {
        recipe: 1,
        slug: 'hooks',
        name: 'Hooks',
        description: { kind: 'none', base_url: 'https://{region}.hooks.example' },
        auth: [{ scheme: 'BEARER_TOKEN', fields: [{ name: 'region', default: 'eu' }] }],
        tools: [
          {
            declare: {
              method: 'GET',
              path: '/ping',
              parameters: { limit: { in: 'query', schema: { type: 'integer' } } },
            },
            slug: 'HOOKS_PING',
          },
        ],
      },
    })
    expect(report).toMatchObject({ made: 1, operations: 1, tools: ['HOOKS_PING'], warnings: [] })
  })

  it('warns of what the description does not have, by its path', async () => {
    verifies('imports.recipe.unmatched')
    const { warnings } = await importToolkit(service, {
      source: { openapi: description },
      recipe: {
        recipe: 1,
        slug: 'gaps',
        name: 'Gaps',
        description: { kind: 'openapi' },
        auth: [{ scheme: 'BEARER_TOKEN' }],
        requests: {
          parameters: [{ name: 'nothing', value: 1 }],
          hidden: [{ name: 'id' }, { name: 'tag', applies_to: ['createNote'] }],
        },
        tools: [{ operation: 'listNote' }, { operation: 'getNote', arguments: { ids: 'many' } }],
      },
    })
    const unmatched = warnings.filter(({ code }) => code === 'recipe_unmatched')
    expect(unmatched.map(({ message }) => message.split(':')[0])).toEqual([
      'recipe.tools.0.operation',
      'recipe.tools.1.arguments.ids',
      'recipe.requests.parameters.0',
      // A part of the path cannot be left out.
      'recipe.requests.hidden.0',
      'recipe.requests.hidden.1',
    ])
    expect(unmatched[0]?.fix).toContain('"listNotes"')
  })
})

describe('a recipe that is not valid', () => {
  const base = { recipe: 1, slug: 'bad', name: 'Bad', description: { kind: 'openapi' } }
  const refusal = async (body: unknown) => {
    const answer = await service.request('POST', '/api/v3/toolkits/import', { body })
    expect(answer.status).toBe(400)
    return answer.body.error as { message: string; errors: string[] }
  }
  const source = { openapi: description }

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'unknown keys, in parts of other standards of this interface too',
      {
        ...base,
        sumary: 'x',
        auth: [{ scheme: 'OAUTH2', oauth: { authorisation_url: 'https://id.example' } }],
      },
      [
        'recipe.sumary: is not known here; did you mean "summary"?',
        'recipe.auth.0.oauth.authorisation_url: is not known here; did you mean "authorization_url"?',
      ],
    ],
    [
      'no version, or another',
      { ...base, recipe: undefined },
      ['recipe.recipe: is required: add `recipe: 1` at the top'],
    ],
    [
      'a version of another format',
      { ...base, recipe: 2 },
      ['recipe.recipe: must be 1, the version of this format'],
    ],
    [
      'a wrong type, and a missing field',
      { ...base, name: undefined, tools: [{ operation: 5 }] },
      ['recipe.name: is required', 'recipe.tools.0.operation: must be a string; got a number'],
    ],
    [
      'slugs of other toolkits, and twice',
      {
        ...base,
        tools: [
          { operation: 'a', slug: 'OTHER_A' },
          { operation: 'a', slug: 'BAD_A' },
          { operation: 'b', slug: 'BAD_A' },
        ],
      },
      [
        'recipe.tools.0.slug: must begin with "BAD_"',
        'recipe.tools.1.operation: is there twice',
        'recipe.tools.2.slug: "BAD_A" is there twice',
      ],
    ],
    [
      'an OAuth provider without addresses',
      { ...base, auth: [{ scheme: 'BASIC' }, { scheme: 'OAUTH2' }] },
      [
        'recipe.auth.1.oauth.authorization_url: is required for OAUTH2',
        'recipe.auth.1.oauth.token_url: is required for OAUTH2',
      ],
    ],
    [
      'values that no account has, and secrets in requests',
      {
        ...base,
        description: { kind: 'openapi', base_url: 'https://{place}.example' },
        auth: [{ scheme: 'BEARER_TOKEN', fields: [{ name: 'region' }] }],
        requests: {
          headers: { 'X-Region': '{account.region}', 'X-Token': '{account.token}' },
          parameters: [{ name: 'id', value: { deep: ['{account.nowhere}'] } }],
        },
      },
      [
        'recipe.description.base_url: no account has "place"; give it as a field or by `keep` in `auth`, or by a look-up',
        'recipe.requests.headers.X-Token: "token" is a secret, which `auth` alone may place',
        'recipe.requests.parameters.0: no account has "nowhere"; give it as a field or by `keep` in `auth`, or by a look-up',
      ],
    ],
    [
      'a header that the service sets',
      { ...base, requests: { headers: { Authorization: 'Bearer abc' } } },
      [
        'recipe.requests.headers: must not name headers of the connection, of the content or of the credential, which `auth` places',
      ],
    ],
    [
      'targets and addresses that mean nothing',
      {
        ...base,
        description: {
          kind: 'openapi',
          urls: ['https://a.example/1', 'https://a.example/1'],
          overlay: {
            overlay: '1.0.0',
            info: { title: 'x', version: '1' },
            actions: [{ target: '$.paths[?match(@.x, "a")]', update: {} }, { target: '$.x' }],
          },
        },
      },
      [
        'recipe.description.urls.1: is there twice',
        'recipe.description.overlay.actions.0.target: must not use the functions match() and search(), which are not supported; compare with ==',
        'recipe.description.overlay.actions.1: needs `update` or `remove: true`',
      ],
    ],
    [
      'a declared path whose parameters are not there',
      {
        ...base,
        tools: [
          {
            declare: {
              method: 'GET',
              path: '/a/{b}',
              parameters: { c: { in: 'path', schema: {} } },
            },
            slug: 'BAD_A',
          },
        ],
      },
      [
        'recipe.tools.0.declare.parameters: "c" is not in the path',
        'recipe.tools.0.declare.path: {b} needs a parameter with `in: path`',
      ],
    ],
  ])('is refused with each problem: %s', async (_what, recipe, errors) => {
    verifies('imports.recipe.invalid')
    expect((await refusal({ source, recipe })).errors).toEqual(errors)
  })

  it('is refused where it is no YAML, or needs a source', async () => {
    verifies('imports.recipe.invalid')
    expect((await refusal({ source, recipe: 'a: [1' })).errors[0]).toContain('recipe: ')
    expect((await refusal({ recipe: base })).errors[0]).toContain('recipe.description.urls')
    expect((await refusal({})).errors).toEqual([
      'body.slug: is required without a recipe',
      'body.source: is required without a recipe',
    ])
    expect(
      (await refusal({ recipe: base, source: { mcp: { url: 'https://mcp.example' } } })).errors[0],
    ).toContain('body.source')
  })

  it('is refused with line and column where it came as a text', async () => {
    verifies('imports.recipe.positions')
    const text = `# a comment
recipe: 1
slug: bad
name: Bad
sumary: Wrong
description: { kind: openapi, base_url: "https://{place}.example" }
auth: &ways
  - scheme: BEARER_TOKEN
requests:
  headers:
    X.Y: "{account.nowhere}"
    X: "{account.token}"
tools:
  - operation: a
    slug: OTHER_A
  - { operation: 5 }
`
    expect((await refusal({ source, recipe: text })).errors).toEqual([
      'recipe.sumary: is not known here; did you mean "summary"? (line 5, column 1)',
      'recipe.tools.1.operation: must be a string; got a number (line 16, column 7)',
    ])
    const known = text.replace('sumary: Wrong\n', '').replace('operation: 5', 'operation: b')
    expect((await refusal({ source, recipe: known })).errors).toEqual([
      'recipe.tools.0.slug: must begin with "BAD_" (line 14, column 5)',
      'recipe.description.base_url: no account has "place"; give it as a field or by `keep` in `auth`, or by a look-up (line 5, column 31)',
      'recipe.requests.headers.X.Y: no account has "nowhere"; give it as a field or by `keep` in `auth`, or by a look-up (line 10, column 5)',
      'recipe.requests.headers.X: "token" is a secret, which `auth` alone may place (line 11, column 5)',
    ])
    // What is missing is told at what it is missing in.
    const json = JSON.stringify({ ...base, auth: [{ scheme: 'OAUTH2' }] }, null, 2)
    expect((await refusal({ source, recipe: json })).errors[0]).toBe(
      'recipe.auth.0.oauth.authorization_url: is required for OAUTH2 (line 9, column 5)',
    )
    const aliased = `{recipe: 1, slug: bad, name: Bad, description: {kind: openapi}, requests: {
      parameters: &same [{name: a, value: 1}],
      hidden: *same}}`
    expect((await refusal({ source, recipe: aliased })).errors).toEqual([
      'recipe.requests.hidden.0.value: is not known here (line 2, column 36)',
    ])
    expect((await refusal({ source, recipe: 'a: *nothing' })).errors[0]).toMatch(
      /^recipe: is neither JSON nor YAML/,
    )
  })

  it('is refused with its bombs unexploded', async () => {
    verifies('imports.recipe.invalid')
    const bomb = `a: &a [1,2,3,4,5,6,7,8,9]\n${Array.from(
      { length: 12 },
      (_, level) =>
        `b${level}: &b${level} [${Array(9)
          .fill(level === 0 ? '*a' : `*b${level - 1}`)
          .join(',')}]`,
    ).join('\n')}`
    expect((await refusal({ source, recipe: bomb })).errors[0]).toContain('recipe: ')
  })
})
