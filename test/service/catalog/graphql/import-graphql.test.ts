import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { compileSchema } from '../../../../src/schema/index.ts'
import { isThorough } from '../../../support/thorough.ts'
import { importSdl, parseSdl } from './import-sdl.ts'

const sdl = `
  scalar DateTime
  scalar JSONObject
  "A point on the map"
  scalar Position
  scalar Upload
  enum State { OPEN CLOSED LOST @deprecated(reason: "no") }
  interface Node { id: ID! }
  type User implements Node {
    id: ID! name: String! email: String age: Int bio: String avatar: String
    manager: User
    "[Internal] Not for you."
    flags: [String!]
  }
  type Label { name: String! color: String! }
  type Comment implements Node { id: ID! body: String! author: User! }
  type CommentConnection { nodes: [Comment!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Issue implements Node {
    id: ID! title: String! state: State! createdAt: DateTime! data: JSONObject
    old: String @deprecated(reason: "gone")
    assignee: User
    labels: [Label!]!
    comments(first: Int, after: String): CommentConnection!
    rendered(width: Int!): String!
    owner: Owner!
  }
  type Team { id: ID! name: String! state: String! }
  union Owner = User | Team
  type IssueEdge { cursor: String! node: Issue! }
  type IssueConnection { edges: [IssueEdge!]! pageInfo: PageInfo! }
  input IssueFilter { and: [IssueFilter!] title: StringMatch near: Position since: DateTime }
  input StringMatch @oneOf { eq: String in: [String!] }
  input IssueInput {
    "Shown in lists"
    title: String!
    state: State = OPEN
    labels: [String!]
    tries: Int! = 3
    webhookSecret: String
    old: String @deprecated(reason: "gone")
    parent: IssueInput
  }
  type UserError { field: [String!] message: String! }
  type IssuePayload { success: Boolean! issue: Issue userErrors: [UserError!]! }
  type Query {
    "One issue by its id"
    issue(id: ID!): Issue
    issues(filter: IssueFilter, first: Int, after: String, last: Int, order: State = CLOSED): IssueConnection!
    users: [User!]!
    searchIssues(term: String!): [Issue!]!
    viewer: User!
    node(id: ID!): Node
    version: String!
    legacy: String @deprecated(reason: "gone")
    export(fields: [String!]): Team
  }
  type Mutation {
    issueCreate(input: IssueInput!): IssuePayload!
    issueUpdate(id: ID!, input: IssueInput!): IssuePayload!
    issueArchive(id: ID!): IssuePayload!
    teamDelete(id: ID!): Boolean!
    fileUpload(file: Upload!): String
    avatarSet(file: Upload, name: String!): User
  }
  type Subscription { issueChanged: Issue }
`

const textOf = (request: { operation: string; selection: string }) =>
  `${request.operation} ${request.selection} }`

const importTools = async (text = sdl, options = {}) => {
  const { toolkit, report } = await importSdl(text, options)
  const toolOf = (slug: string) => {
    const tool = toolkit.tools.find((each) => each.slug === slug)
    if (!tool) throw new Error(`no ${slug} among ${toolkit.tools.map((each) => each.slug).join()}`)
    return tool
  }
  return { toolkit, report, toolOf }
}

describe('a GraphQL schema', () => {
  it('makes one tool of each query and mutation, whose operations are valid', async () => {
    verifies('graphql-source.tools')
    const { toolkit, report } = await importTools()
    expect(toolkit.tools.map(({ operation, slug }) => [operation, slug])).toEqual([
      ['query issue', 'ACME_GET_ISSUE'],
      ['query issues', 'ACME_LIST_ISSUES'],
      ['query users', 'ACME_LIST_USERS'],
      ['query searchIssues', 'ACME_SEARCH_ISSUES'],
      ['query viewer', 'ACME_GET_VIEWER'],
      ['query node', 'ACME_GET_NODE'],
      ['query version', 'ACME_GET_VERSION'],
      ['query legacy', 'ACME_GET_LEGACY'],
      ['query export', 'ACME_GET_EXPORT'],
      ['mutation issueCreate', 'ACME_CREATE_ISSUE'],
      ['mutation issueUpdate', 'ACME_UPDATE_ISSUE'],
      ['mutation issueArchive', 'ACME_ARCHIVE_ISSUE'],
      ['mutation teamDelete', 'ACME_DELETE_TEAM'],
      ['mutation avatarSet', 'ACME_SET_AVATAR'],
    ])
    const schema = buildSchema(sdl)
    const problems = toolkit.tools.flatMap(({ request }) =>
      validate(schema, parse(textOf(request))).map(({ message }) => message),
    )
    expect(problems).toEqual([])
    expect(report).toMatchObject({
      operations: 15,
      made: 14,
      skipped: [
        {
          operation: 'mutation fileUpload',
          reason: 'Its argument "file" is an upload, which GraphQL has no standard for',
        },
      ],
      notes: ['1 subscriptions are left out, as a tool is one request: issueChanged'],
    })
    expect(toolkit).toMatchObject({ baseUrl: 'https://api.acme.example', slug: 'acme' })
    expect(toolkit.tools[0]).toMatchObject({
      description: 'One issue by its id',
      name: 'Get issue',
    })
    expect(toolkit.tools.filter(({ isDeprecated }) => isDeprecated).length).toBe(1)
  })

  it('describes arguments as JSON Schema', async () => {
    verifies('graphql-source.arguments')
    const { toolOf } = await importTools()
    const { inputParameters } = toolOf('ACME_UPDATE_ISSUE')
    expect(inputParameters).toMatchObject({
      type: 'object',
      required: ['id', 'input'],
      additionalProperties: false,
      properties: { id: { type: 'string' }, input: { $ref: '#/$defs/IssueInput' } },
      $defs: {
        IssueInput: {
          type: 'object',
          required: ['title'],
          additionalProperties: false,
          properties: {
            title: { type: 'string', description: 'Shown in lists' },
            state: { type: ['string', 'null'], enum: ['OPEN', 'CLOSED', null], default: 'OPEN' },
            labels: { type: ['array', 'null'], items: { type: 'string' } },
            tries: { type: 'integer', default: 3 },
            webhookSecret: { type: ['string', 'null'], writeOnly: true },
            parent: { anyOf: [{ $ref: '#/$defs/IssueInput' }, { type: 'null' }] },
          },
        },
      },
    })
    const { validate: check } = compileSchema(inputParameters)
    const input = { title: 'a', parent: { title: 'b', state: null } }
    expect(check({ id: '1', input }).ok).toBe(true)
    expect(check({ id: '1', input: { ...input, old: 'x' } }).ok).toBe(false)

    // A query takes no null, and an input of which one field counts takes one.
    const list = toolOf('ACME_LIST_ISSUES').inputParameters
    expect(list).toMatchObject({
      properties: {
        filter: { $ref: '#/$defs/IssueFilter' },
        first: { type: 'integer', default: 25 },
        order: { enum: ['OPEN', 'CLOSED'], default: 'CLOSED' },
      },
      $defs: {
        IssueFilter: {
          properties: {
            near: { description: 'Position: A point on the map' },
            since: { type: 'string', description: 'ISO 8601 date and time' },
          },
        },
        StringMatch: { minProperties: 1, maxProperties: 1 },
      },
    })
    const checkList = compileSchema(list).validate
    expect(checkList({ filter: { and: [{ title: { eq: 'a' } }] } }).ok).toBe(true)
    expect(checkList({ filter: { title: { eq: 'a', in: [] } } }).ok).toBe(false)
    expect(toolOf('ACME_SET_AVATAR').request.variables).toEqual(['name'])
  })

  it('selects values, what identifies the objects among them, and pages of lists', async () => {
    verifies('graphql-source.selection')
    const { toolOf } = await importTools()
    expect(textOf(toolOf('ACME_GET_ISSUE').request)).toBe(
      'query Issue($id: ID!) { issue(id: $id) { id title state createdAt data assignee { id name email } labels { name color } owner { __typename ... on User { id name email age } ... on Team { id name state } } } }',
    )
    // Behind a page or a payload is what the operation is about.
    expect(toolOf('ACME_LIST_ISSUES').request).toMatchObject({
      selection: expect.stringMatching(
        /^\{ edges \{ node \{ id title .*\} \} pageInfo \{ hasNextPage endCursor \} \}$/,
      ),
      pageSize: 25,
      select: { argument: 'fields', type: 'IssueConnection' },
    })
    expect(toolOf('ACME_CREATE_ISSUE').request.selection).toMatch(
      /^\{ success issue \{ id title .*\} userErrors \{ field message \} \}$/,
    )
    expect(toolOf('ACME_GET_NODE').request.selection).toMatch(
      /^\{ __typename id \.\.\. on User \{ name email .*\} \.\.\. on Comment \{ body \} /,
    )
    expect(textOf(toolOf('ACME_GET_VERSION').request)).toBe('query Version { version  }')
    expect(toolOf('ACME_GET_VERSION').request.select).toBeUndefined()
    // An argument of the operation keeps its name.
    expect(toolOf('ACME_GET_EXPORT').request).toMatchObject({
      variables: ['fields'],
      select: { argument: 'select_fields' },
    })
    expect(toolOf('ACME_GET_ISSUE').outputParameters).toMatchObject({
      type: 'object',
      properties: {
        issue: {
          type: ['object', 'null'],
          properties: {
            state: { enum: ['OPEN', 'CLOSED'] },
            createdAt: { type: 'string' },
            assignee: { type: ['object', 'null'], properties: { name: { type: 'string' } } },
            labels: { type: 'array', items: { type: 'object' } },
          },
        },
      },
    })
  })

  it('says that queries read, and which mutations lose something', async () => {
    verifies('graphql-source.hints')
    const { toolOf } = await importTools()
    const read = ['readOnlyHint', 'openWorldHint']
    const lose = ['destructiveHint', 'openWorldHint']
    expect(toolOf('ACME_LIST_ISSUES').tags).toEqual(read)
    expect(toolOf('ACME_CREATE_ISSUE').tags).toEqual(['openWorldHint'])
    expect(toolOf('ACME_ARCHIVE_ISSUE').tags).toEqual(lose)
    expect(toolOf('ACME_DELETE_TEAM').tags).toEqual(lose)

    const tricky = await importTools(`
      type Query { deleteEverything: Int ok: Int }
      type Mutation {
        "Gets everything."
        accountDelete: Int
        "Shows a file, harmlessly"
        fileDangerouslyDeleteNow: Int
      }
    `)
    expect(tricky.toolkit.tools.map(({ slug, tags }) => [slug, tags[0]])).toEqual([
      ['ACME_DELETE_EVERYTHING', 'destructiveHint'],
      ['ACME_GET_OK', 'readOnlyHint'],
      ['ACME_DELETE_ACCOUNT', 'destructiveHint'],
      ['ACME_SHOW_FILE_DANGEROUSLY_DELETE_NOW', 'destructiveHint'],
    ])
  })

  it('keeps slugs over imports, whatever is included', async () => {
    verifies('graphql-source.slugs')
    const before = await importTools()
    const previous = [...before.toolkit.tools, { operation: 'query viewer', slug: 'ACME_WHO_AM_I' }]
    const again = await importTools(sdl, { previous, include: ['issue', 'query v'] })
    expect(again.report.tools).toEqual([
      'ACME_GET_ISSUE',
      'ACME_LIST_ISSUES',
      'ACME_WHO_AM_I',
      'ACME_GET_VERSION',
      'ACME_CREATE_ISSUE',
      'ACME_UPDATE_ISSUE',
      'ACME_ARCHIVE_ISSUE',
    ])
    expect(again.report.notes).toContain('8 of 15 operations are left out by include and exclude')
    const without = await importTools(sdl, { exclude: ['mutation', 'issue'] })
    expect(without.report.tools).not.toContain('ACME_CREATE_ISSUE')

    const collision = await importTools(
      'type Query { createIssue: Int issueCreate: Int } type Mutation { issueCreate: Int createIssue: Int }',
    )
    expect(new Set(collision.report.tools).size).toBe(4)
    expect(collision.report.renamed.length).toBeGreaterThan(0)
    const owned = await importTools('type Query { issues: [Int] }', {
      findOwners: async (slugs: string[]) =>
        new Map(slugs.filter((slug) => slug === 'ACME_LIST_ISSUES').map((slug) => [slug, 'other'])),
    })
    expect(owned.report).toMatchObject({
      tools: ['ACME_LIST_ISSUES_QUERY'],
      renamed: [{ reason: '"ACME_LIST_ISSUES" belongs to the toolkit "other"' }],
    })
  })

  it('is the same from SDL and from introspection', async () => {
    const introspection = (await parseSdl(sdl)) as object
    const fromText = await importSdl(sdl)
    const { importGraphQl } = await import('../../../../src/service/catalog/graphql/index.ts')
    const options = { slug: 'acme', url: 'https://api.acme.example/graphql', auth: [] }
    expect(await importGraphQl({ data: introspection }, options)).toEqual(fromText)
    expect(await parseSdl(JSON.stringify(introspection))).toEqual(introspection)
  })

  it('passes the verb of a name on, wherever it stands', async () => {
    const { report } = await importTools(`
      type Query { ok: Int }
      type Mutation {
        pushSubscriptionCreate: Int projectUpdateCreate: Int organizationCancelDelete: Int
        createCsvExportReport: Int issueAddLabel: Int notificationArchiveAll: Int
        "Integrates the workspace with Slack" integrationSlack: Int
        "Retires a label" labelRetire: Int
        "Requests a code" accountDeleteChallenge: Int
        logout: Int something: Int
      }
    `)
    expect(report.tools.slice(1)).toEqual([
      'ACME_CREATE_PUSH_SUBSCRIPTION',
      'ACME_CREATE_PROJECT_UPDATE',
      'ACME_CANCEL_ORGANIZATION_DELETE',
      'ACME_CREATE_CSV_EXPORT_REPORT',
      'ACME_ADD_ISSUE_LABEL',
      'ACME_ARCHIVE_NOTIFICATION_ALL',
      'ACME_INTEGRATE_INTEGRATION_SLACK',
      'ACME_RETIRE_LABEL',
      'ACME_REQUEST_ACCOUNT_DELETE_CHALLENGE',
      'ACME_LOGOUT',
      'ACME_RUN_SOMETHING',
    ])
    const other = await importTools(
      'type Query { search: Int } type Mutation { createRelease: Int updateRelease: Int "Vote for it" addPollVote: Int }',
    )
    expect(other.report.tools).toEqual([
      'ACME_SEARCH',
      'ACME_CREATE_RELEASE',
      'ACME_UPDATE_RELEASE',
      'ACME_ADD_POLL_VOTE',
    ])
  })

  it('splits an endpoint with variables into server and path', async () => {
    const at = async (url: string) => {
      const { toolkit } = await importSdl('type Query { ok: Int }', { url })
      const [tool] = toolkit.tools
      return [
        tool?.request.server.url,
        tool?.request.path,
        toolkit.baseUrl,
        toolkit.baseServer?.url,
      ]
    }
    expect(await at('https://{shop}.example.com/admin/{v}/graphql.json?x=1')).toEqual([
      'https://{shop}.example.com/admin/{v}',
      '/graphql.json?x=1',
      undefined,
      'https://{shop}.example.com',
    ])
    expect(await at('https://example.com')).toEqual([
      'https://example.com',
      '/',
      'https://example.com',
      undefined,
    ])
    await expect(at('https://example.com/{x}')).rejects.toThrow('The last part of the endpoint')
    expect((await at('https:example.com/graphql'))[0]).toBe('https://example.com')
  })
})

describe('a schema that is not fit', () => {
  it('is refused with a reason', async () => {
    verifies('graphql-source.hostile')
    await expect(importSdl('type Query {')).rejects.toThrow(
      'is neither SDL nor JSON of a GraphQL schema: syntax error at line 1, column 13',
    )
    await expect(importSdl('type Query { a: Missing }')).rejects.toThrow('complete GraphQL schema')
    await expect(importSdl('{"a": 1}')).rejects.toThrow('it has no "__schema" with "types"')
    await expect(importSdl('type Thing { a: Int }')).rejects.toThrow('it has no query type')
    const deep = `type Query { a: ${'['.repeat(50_000)}Int${']'.repeat(50_000)} }`
    await expect(importSdl(deep)).rejects.toThrow('is nested too deeply')
  })

  it.runIf(isThorough)('is parsed up to a number of tokens', { timeout: 300_000 }, async () => {
    const long = `type Query { a: Int ${'b(c: Int): Int '.repeat(400_000)} }`
    await expect(importSdl(long)).rejects.toThrow('has more than 2,000,000 tokens')
  })

  it('puts no name into a query that is none', async () => {
    verifies('graphql-source.hostile')
    const type = (name: string) => ({ kind: 'SCALAR', name, ofType: null })
    const field = (name: string, of: object = type('Int'), args: object[] = []) => ({
      name,
      args,
      type: of,
      isDeprecated: false,
    })
    const { importGraphQl } = await import('../../../../src/service/catalog/graphql/index.ts')
    const { toolkit } = await importGraphQl(
      {
        __schema: {
          queryType: { name: 'Query' },
          types: [
            null,
            { kind: 'OBJECT', name: 'Evil } mutation { drop', fields: [field('a')] },
            { kind: 'OBJECT', name: 'Box', fields: [field('a } evil {'), field('constructor')] },
            {
              kind: 'OBJECT',
              name: 'Query',
              fields: [
                field('ok', { kind: 'OBJECT', name: 'Box' }),
                field('x } evil { y'),
                field('bad', { kind: 'OBJECT', name: 'Evil } mutation { drop' }),
                field('__proto__'),
                field('nothing', { kind: 'OBJECT', name: 'Unknown' }),
                field('args', type('Int'), [{ name: 'a: 1) {', type: type('Int') }]),
              ],
            },
          ],
        },
      },
      { slug: 'acme', url: 'https://api.acme.example/graphql', auth: [] },
    )
    expect(toolkit.tools.map(({ request }) => textOf(request))).toEqual([
      'query Ok { ok { constructor } }',
      'query Args { args  }',
    ])
  })

  it('describes what is too far from an argument as plain objects', async () => {
    const filters = Array.from(
      { length: 300 },
      (_, index) =>
        `input Filter${index} { eq: String next: Filter${(index + 1) % 300} other: Filter${(index * 7) % 300} ${Array.from({ length: 10 }, (__, field) => `"Some words on it" f${field}: Int`).join(' ')} }`,
    ).join('\n')
    const { toolkit, report } = await importSdl(
      `${filters}\n type Query { things(filter: Filter0): [String] }`,
    )
    const size = JSON.stringify(toolkit.tools[0]?.inputParameters).length
    expect(size).toBeGreaterThan(10_000)
    expect(size).toBeLessThan(25_000)
    expect(report.notes.at(-1)).toMatch(/^\d+ input types are described as plain objects/)
    const check = compileSchema(toolkit.tools[0]?.inputParameters ?? {}).validate
    expect(check({ filter: { next: { eq: 'a' } } }).ok).toBe(true)
  })

  it('selects a bounded part of types that lead to each other a thousand times', async () => {
    const fields = (type: string) =>
      Array.from({ length: 1_000 }, (_, index) => `f${index}: ${type}`).join(' ')
    const { toolkit } = await importSdl(`
      type Query { a: A } type A { ${fields('B')} } type B { ${fields('C')} }
      type C { ${fields('D')} } type D { id: ID! ${fields('String')} }
    `)
    const [tool] = toolkit.tools
    expect(tool?.request.selection.match(/\w+/g)?.length).toBeLessThan(600)
    expect(JSON.stringify(tool).length).toBeLessThan(50_000)
  })

  it('always describes the input that an argument names', async () => {
    const fields = Array.from(
      { length: 300 },
      (_, index) => `"${'Some words on it. '.repeat(10)}" f${index}: Currency`,
    ).join(' ')
    const currencies = Array.from({ length: 150 }, (_, index) => `C${index}`).join(' ')
    const { toolkit, report } = await importSdl(`
      enum Currency { ${currencies} }
      input Large { ${fields} }
      type Query { cost: Currency a${'('}${Array.from({ length: 3_000 }, (_, index) => `a${index}: Int`).join(' ')}): Int }
      type Mutation { thingCreate(input: Large!): Currency }
    `)
    const input = toolkit.tools.at(-1)?.inputParameters
    expect(compileSchema(input ?? {}).validate({ input: { f0: 'C0', f299: 'C149' } }).ok).toBe(true)
    expect(compileSchema(input ?? {}).validate({ input: { f300: 'C0' } }).ok).toBe(false)
    expect(JSON.stringify(input).length).toBeLessThan(30_000)
    expect(toolkit.tools[0]?.outputParameters).toEqual({
      type: 'object',
      properties: { cost: { type: ['string', 'null'] } },
    })
    expect(report.skipped).toEqual([
      { operation: 'query a', reason: 'It has 3000 arguments, which are too many to describe' },
    ])
  })
})
