import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startGraphQlServer, type GraphQlServer } from '../../support/start-graphql-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { tracker } from './tracker.ts'

let api: GraphQlServer
let service: TestService
let instead: { status: number; body: unknown } | undefined
beforeAll(async () => {
  api = await startGraphQlServer(
    { ...tracker(), token: 'token-of-ada', instead: () => instead },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [api.host] })
  await importToolkit(service, {
    slug: 'acme',
    source: { graphql: { url: api.endpoint, schema: tracker().sdl } },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'acme' } },
  })
  const connection = {
    user_id: 'ada',
    state: { authScheme: 'BEARER_TOKEN' as const, val: { token: 'token-of-ada' } },
  }
  await service.client.connectedAccounts.create({
    body: { auth_config: { id: auth_config.id }, connection },
  })
})
afterAll(async () => {
  await service.close()
  await api.close()
})

const execute = (name: string, args: Record<string, unknown> = {}, more = {}) =>
  service.client.tools.execute({
    params: { tool_slug: `ACME_${name}` },
    body: { user_id: 'ada', arguments: args, ...more },
  })

const sent = () => api.operations.at(-1)

describe('a tool of a GraphQL API', () => {
  it('sends its arguments as variables, with the credential of the account', async () => {
    verifies('graphql-source.execute')
    const done = await execute('GET_ISSUE', { id: 'i1' })
    expect(done).toMatchObject({
      successful: true,
      error: null,
      data: {
        issue: {
          id: 'i1',
          title: 'Issue 1',
          assignee: { id: 'bob', name: 'bob', email: 'bob@example.com' },
        },
      },
    })
    expect(sent()).toEqual({
      query: 'query Issue($id: ID!) { issue(id: $id) { id title assignee { id name email } } }',
      variables: { id: 'i1' },
    })
    expect(api.received.at(-1)).toMatchObject({
      method: 'POST',
      url: '/graphql',
      headers: {
        authorization: 'Bearer token-of-ada',
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json;q=0.9',
      },
    })
    const log = await service.client.logs.get({ params: { id: String(done.log_id) } })
    expect(log.requests).toMatchObject([{ method: 'POST', url: api.endpoint, status: 200 }])
    expect(await execute('GET_ISSUE', { id: 'none' })).toMatchObject({
      data: { issue: null },
      error: null,
    })
    expect((await execute('GET_VERSION')).data).toEqual({ version: '1.0' })

    const created = await execute('CREATE_ISSUE', { input: { title: 'New', note: null } })
    expect(created.data).toMatchObject({
      issueCreate: { issue: { title: 'New null' }, userErrors: [] },
    })
    expect(sent()?.variables).toEqual({ input: { title: 'New', note: null } })
    expect(await execute('CREATE_ISSUE', { input: { text: 'New' } })).toMatchObject({
      successful: false,
      data: { issues: expect.arrayContaining([expect.stringContaining('title')]) },
    })
  })

  it('asks for pages of a size, and passes the next on', async () => {
    verifies('graphql-source.selection')
    const { data } = await execute('LIST_ISSUES')
    expect(data).toMatchObject({
      issues: { pageInfo: { hasNextPage: true, endCursor: 'next' } },
    })
    expect(JSON.parse(JSON.stringify(data)).issues.nodes.length).toBe(25)
    expect(sent()?.variables).toEqual({ first: 25 })
    await execute('LIST_ISSUES', { last: 3 })
    expect(sent()?.variables).toEqual({ last: 3 })
    await execute('LIST_ISSUES', { first: 2, after: 'next' })
    expect(sent()?.variables).toEqual({ first: 2, after: 'next' })
  })

  it('says by its schema how to get the next page, forwards and backwards, and gathers all', async () => {
    verifies('graphql-source.pages')
    const ids = (edges: unknown) => (edges as { node: { id: string } }[]).map(({ node }) => node.id)
    const notes = ({ data }: { data: Record<string, unknown> }) =>
      ids((data['notes'] as { edges: unknown }).edges)
    const first = await execute('LIST_NOTES', { first: 4 })
    expect(first.paging?.next).toEqual({ arguments: { first: 4, after: 'n3' } })
    const second = await execute('LIST_NOTES', first.paging?.next?.arguments)
    expect(notes(second)).toEqual(['n4', 'n5', 'n6', 'n7'])
    const third = await execute('LIST_NOTES', second.paging?.next?.arguments)
    expect(notes(third)).toEqual(['n8', 'n9'])
    expect(third).not.toHaveProperty('paging')

    const end = await execute('LIST_NOTES', { last: 4 })
    expect(notes(end)).toEqual(['n6', 'n7', 'n8', 'n9'])
    expect(end.paging?.next).toEqual({ arguments: { last: 4, before: 'n6' } })

    const all = await execute(
      'LIST_NOTES',
      { first: 4 },
      { all: true, select: 'notes.edges[].node.id' },
    )
    expect(all.data['items']).toHaveLength(10)
    expect(all.paging).toMatchObject({ has_more: false, pages: 3, items: 10 })
    const narrow = await execute('LIST_NOTES', { first: 4, fields: ['id'] }, { all: true })
    expect(narrow.paging).toMatchObject({ pages: 3, items: 10 })

    const board = await execute('GET_BOARD', { after: 'n1' })
    expect(board.paging?.next).toEqual({ arguments: { after: 'n5' } })
  })

  it('selects the fields that a call names', async () => {
    verifies('graphql-source.fields')
    const narrow = await execute('LIST_ISSUES', { first: 1, fields: ['title', 'assignee.bio'] })
    expect(narrow.data).toEqual({
      issues: {
        nodes: [{ title: 'Issue 0', assignee: { bio: 'The life of ada' } }],
        pageInfo: { hasNextPage: true, endCursor: 'next' },
      },
    })
    const wide = await execute('GET_ISSUE', { id: 'i0', fields: ['*', 'comments.body'] })
    expect(wide.data).toMatchObject({
      issue: {
        id: 'i0',
        assignee: { name: 'ada' },
        comments: { nodes: expect.any(Array), pageInfo: { endCursor: 'more' } },
      },
    })
    expect(sent()?.query).toContain(
      'comments(first: 20) { nodes { body } pageInfo { hasNextPage endCursor } }',
    )
    const actors = await execute('LIST_ACTORS', { fields: ['name', 'model', 'email'] })
    expect(actors.data).toEqual({
      actors: [
        { __typename: 'User', name: 'ada', email: 'ada@example.com' },
        { __typename: 'Robot', name: 'R2', model: 2 },
      ],
    })
    // What went wrong stays readable, however little is selected.
    const failed = await execute('CREATE_ISSUE', { input: { title: '' }, fields: ['issue.id'] })
    expect(failed.data).toEqual({
      issueCreate: { issue: null, userErrors: [{ field: 'title', message: 'is empty' }] },
    })
  })

  it('lets no text of an argument into the operation', async () => {
    verifies('graphql-source.fields')
    const before = api.received.length
    const attempts: [unknown, string][] = [
      [['id } } mutation { issueDelete(id: 1)'], 'fields'],
      [['id(first: 1)'], 'fields'],
      [['constructor'], 'Issue has no field "constructor" that can be selected; it has id, title'],
      [['__schema'], 'Issue has no field "__schema"'],
      [['title.length'], '"title.length": "title" is a value (String!) and has no fields'],
      [['assignee.nobody'], '"assignee.nobody": User has no field "nobody"'],
      [['comments.author.a.b.c.d'], '"comments.nodes.author.a": User has no field "a"'],
      [['assignee.a.b.c.d.e.f'], 'has more than 6 parts'],
      [[], 'fields'],
      ['title', 'fields'],
      [Array.from({ length: 101 }, () => 'id'), 'fields'],
    ]
    for (const [fields, problem] of attempts) {
      const { error, successful } = await execute('GET_ISSUE', { id: 'i0', fields })
      expect([successful, error]).toEqual([false, expect.stringContaining(problem)])
    }
    expect(api.received.length).toBe(before)

    const text = '") { id } } #'
    expect((await execute('GET_ISSUE', { id: text })).data).toEqual({ issue: null })
    expect(sent()).toMatchObject({ variables: { id: text } })
    expect(sent()?.query).not.toContain('#')
  })

  it('fails for an answer with errors, and keeps what came with them', async () => {
    verifies('graphql-source.errors')
    const partial = await execute('GET_VIEWER', { fields: ['name', 'secret'] })
    expect(partial).toMatchObject({
      successful: false,
      error:
        '"acme" reported an error: "The secret is not for you" (code "FORBIDDEN"). It is about "viewer.secret"; the rest was answered, and "fields" can leave that out.',
      data: {
        status: 200,
        code: 'FORBIDDEN',
        body: {
          data: { viewer: { name: 'ada', secret: null } },
          errors: [{ path: ['viewer', 'secret'] }],
        },
      },
    })
    expect((await execute('DELETE_ISSUE', { id: 'x' })).error).toBe(
      '"acme" reported an error: "No such issue" (code "NOT_FOUND")',
    )
    const said = async (status: number, body: unknown) => {
      instead = { status, body }
      const { error } = await execute('GET_VERSION').finally(() => (instead = undefined))
      return error
    }
    expect(await said(200, { errors: [{ message: 'Gone', type: 'NOT_FOUND' }] })).toBe(
      '"acme" reported an error: "Gone" (code "NOT_FOUND")',
    )
    expect(await said(400, { errors: [{ message: 'Cannot query field' }] })).toBe(
      '"acme" answered 400: "Cannot query field"',
    )
    expect(await said(200, { errors: 'odd' })).toContain('reported an error')
    expect(await said(200, { version: '1.0' })).toBe(
      '"acme" did not answer as a GraphQL API does: the body has no "data"',
    )
    expect(await said(200, { data: { version: '2' }, errors: [] })).toBe(null)
    expect(await said(502, 'bad gateway')).toContain('answered 502')
  })
})
