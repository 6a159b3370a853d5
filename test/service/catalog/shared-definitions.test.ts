import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Plugboard } from '../../../src/index.ts'
import { compileSchema } from '../../../src/schema/index.ts'
import type { Project } from '../../../src/service/endpoint/index.ts'
import { importOpenApi } from '../../../src/service/catalog/openapi/index.ts'
import { saveVersion } from '../../../src/service/catalog/save-version.ts'
import { cleanToolkit } from '../../../src/service/catalog/texts/clean-toolkit.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { ask } from '../mcp/protocol/speak.ts'
import { startCatalog } from '../search/start-catalog.ts'
import { describeApi, jsonBody } from './openapi/describe-api.ts'

const count = 60
const operations = 40

/**
 * A description whose objects lead to each other, so that each operation leads to all of them: its
 * text is stored nearly as it is, and 40 times if each tool has its own.
 */
const denseApi = ({
  changed = '',
  ...others
}: { changed?: string; [path: string]: unknown } = {}) => {
  const reference = (index: number) => ({ $ref: `#/components/schemas/Object${index % count}` })
  const schemas = Array.from({ length: count }, (_unused, index) => [
    `Object${index}`,
    {
      type: 'object',
      description: `Number ${index}${index === count - 1 ? changed : ''}. ${'Words about it. '.repeat(30)}`,
      properties: {
        next: reference(index + 1),
        third: reference(index * 3),
        name: { type: 'string' },
      },
    },
  ])
  const paths = Array.from({ length: operations }, (_unused, index) => [
    `/${index}`,
    {
      post: {
        operationId: `make_item_${index}`,
        requestBody: jsonBody({ type: 'object', properties: { given: reference(index) } }),
        responses: {
          200: { description: 'OK', content: { 'application/json': { schema: reference(index) } } },
        },
      },
    },
  ])
  return describeApi(
    { ...Object.fromEntries(paths), '/plain': { get: { responses: {} } }, ...others },
    { components: { schemas: Object.fromEntries(schemas) } },
  )
}

const text = JSON.stringify(denseApi())
const definitionsOf = (schema: Record<string, unknown>): Record<string, unknown> =>
  (schema['$defs'] ?? {}) as Record<string, unknown>

describeEachEngine('the definitions that tools share', (open) => {
  const start = async () => {
    const database = await open({ migrated: true })
    const started = await startCatalog(database)
    let day = 0
    const save = async ({ id }: Project, description: object) => {
      day += 1
      const clock = { now: () => new Date(Date.UTC(2026, 11, day)) }
      const { toolkit } = await importOpenApi(description, { slug: 'dense' })
      const { toolkit: cleaned } = await cleanToolkit(toolkit, 'http://localhost')
      return database.transaction((transaction) =>
        saveVersion({ ...started, clock }, transaction, id, { ...cleaned, slug: 'dense' }),
      )
    }
    return { ...started, database, save }
  }

  const stored = async ({
    handle,
  }: TemporaryDatabase): Promise<{ rows: number; bytes: number }> => {
    const { rows } = await sql<{ count: number | string; bytes: number | string | null }>`
      select count(*) as count, sum(length(document)) as bytes from tool_documents`.execute(handle)
    return { rows: Number(rows[0]?.count), bytes: Number(rows[0]?.bytes) }
  }

  it('are stored once, and are complete in each tool that is opened', async () => {
    verifies('imports.stored-definitions', 'imports.long-answers')
    const { database, catalog, projects, createProject, save } = await start()
    const { id } = await createProject('One')
    const { version } = await save({ id } as Project, denseApi())
    const { rows, bytes } = await stored(database)
    // Tools, definitions (which are the same in requests and answers), and one set of each.
    expect(rows).toBe(operations + 1 + count + 1)
    expect(bytes).toBeLessThan(text.length * 2)

    const project = (await projects.reload(id)) as Project
    const tool = await catalog.findTool(project, 'DENSE_MAKE_ITEM_7', version)
    const { inputParameters: input, outputParameters: output } = tool?.definition ?? {}
    expect(Object.keys(definitionsOf(input ?? {}))).toHaveLength(count)
    const { validate } = compileSchema(input ?? {})
    expect(validate({ given: { next: { next: { name: 'Ada' } } } }).ok).toBe(true)
    expect(validate({ given: { next: { next: { name: 1 } } } }).ok).toBe(false)

    expect(JSON.stringify(output).length).toBeLessThanOrEqual(16_000)
    expect(output).toMatchObject({
      description: expect.stringContaining('An outline: '),
      properties: { next: expect.anything(), third: expect.anything() },
    })
    const whole = tool && (await catalog.readWhole(project, tool)).definition.outputParameters
    expect(Object.keys(definitionsOf(whole ?? {}))).toHaveLength(count)
    expect(whole?.['description']).not.toContain('An outline: ')

    const tools = await catalog.listTools(project, 'dense', version)
    const opened = await catalog.findTools(project, tools)
    expect(opened.map(({ definition }) => definition.slug)).toEqual(tools.map(({ slug }) => slug))
    const [, one, other] = opened.map(({ definition }) => definitionsOf(definition.inputParameters))
    // In memory there is one of each, too.
    expect(one?.['Object9']).toBe(other?.['Object9'])
  })

  it('change the tools that lead to them, and no others; versions keep theirs', async () => {
    verifies('imports.stored-definitions')
    const { database, catalog, projects, createProject, save, remove } = await start()
    const project = await createProject('One')
    const first = await save(project, denseApi())
    const before = await stored(database)
    const again = await save(project, denseApi())
    expect(again.difference).toMatchObject({ changed: [], unchanged: operations + 1 })
    expect(await stored(database)).toEqual(before)

    // Another tool with a definition of its own does not change those that cannot lead to it.
    const extended = denseApi({
      '/more': { get: { responses: { 200: { description: 'OK', content: {} } } } },
    })
    expect((await save(project, extended)).difference).toMatchObject({ changed: [] })

    const second = await save(project, denseApi({ changed: ' (new)' }))
    expect(second.difference.changed).toHaveLength(operations)
    expect(second.difference.unchanged).toBe(1)

    const current = (await projects.reload(project.id)) as Project
    const descriptionIn = async (version: string) => {
      const tool = await catalog.findTool(current, 'DENSE_MAKE_ITEM_1', version)
      return definitionsOf(tool?.definition.inputParameters ?? {})[`Object${count - 1}`]
    }
    expect(await descriptionIn(first.version)).toMatchObject({
      description: expect.stringContaining('Number 59. '),
    })
    expect(await descriptionIn(second.version)).toMatchObject({
      description: expect.stringContaining('Number 59 (new). '),
    })

    await remove(current, 'dense')
    expect(await stored(database)).toEqual({ rows: 0, bytes: 0 })
  })
})

describe('a tool with a long output', () => {
  it('is outlined in lists, and whole when it is asked for', async () => {
    verifies('imports.long-answers')
    const service = await startService()
    await importToolkit(service, { slug: 'dense', source: { openapi: text } })
    const { items } = await service.client.tools.list({
      query: { toolkit_slug: ['dense'], limit: 20 },
    })
    for (const { slug, input_parameters: input, output_parameters: output } of items) {
      if (slug === 'DENSE_GET_PLAIN') continue
      expect(JSON.stringify(output).length).toBeLessThanOrEqual(16_000)
      expect(Object.keys(definitionsOf(input))).toHaveLength(count)
    }
    const params = { tool_slug: 'DENSE_MAKE_ITEM_10' }
    const short = await service.client.tools.get({ params })
    expect(items.find(({ slug }) => slug === short.slug)).toEqual(short)
    const whole = await service.client.tools.get({ params, query: { whole_output: true } })
    expect(Object.keys(definitionsOf(whole.output_parameters))).toHaveLength(count)
    expect({ ...whole, output_parameters: short.output_parameters }).toEqual(short)

    const found = await service.client.tools.list({ query: { search: 'make item 7' } })
    expect(found.items[0]?.slug).toBe('DENSE_MAKE_ITEM_7')
  })
})

/** Ten tools whose arguments have 900,000 characters each, and a small one. */
const startLarge = async () => {
  const service = await startService()
  const texts = Array.from({ length: 900 }, (_unused, index) => [
    `text_${index}`,
    { description: 'Words about it. '.repeat(62) },
  ])
  const Large = { type: 'object', properties: Object.fromEntries(texts) }
  const large = {
    requestBody: jsonBody({
      type: 'object',
      properties: { given: { $ref: '#/components/schemas/Large' } },
    }),
    responses: {},
  }
  const paths = Array.from({ length: 10 }, (_unused, index) => [`/large/${index}`, { post: large }])
  const description = describeApi(
    { ...Object.fromEntries(paths), '/small': { get: { responses: {} } } },
    { components: { schemas: { Large } } },
  )
  const source = { openapi: JSON.stringify(description) }
  await importToolkit(service, { slug: 'large', source })
  const { items } = await service.client.tools.list({ query: { limit: 2 } })
  expect(items).toHaveLength(2)
  const session = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const slugs = (await service.client.tools.enum()).filter((slug) => slug !== 'LARGE_GET_SMALL')
  return { service, slugs, params: { session_id: session.session_id } }
}

describe('the definitions of large tools', () => {
  it('leave room for those after one that does not fit', async () => {
    verifies('sessions.search.definitions')
    const { service, slugs, params } = await startLarge()
    const named = [...slugs.slice(0, 3), 'LARGE_GET_SMALL']
    const answer = await service.client.sessions.execute({
      params,
      body: {
        tool_slug: 'SVC_GET_TOOL_SCHEMAS',
        arguments: { tool_slugs: named },
        definitions: true,
      },
    })
    expect(Object.keys(answer.definitions ?? {})).toEqual([...named.slice(0, 2), 'LARGE_GET_SMALL'])
  })
})

const longestAnswer = 8.1 * 1024 * 1024

describe('large tools that are named', () => {
  it('come as far as there is room, and the others when they are asked for again', async () => {
    verifies('sessions.tools.named')
    const { service, slugs, params } = await startLarge()
    const named = [...slugs, 'LARGE_GET_SMALL']
    const [room, left] = [[...slugs.slice(0, 9), 'LARGE_GET_SMALL'], slugs.slice(9)]
    const query = { tool_slugs: named }
    const first = await service.client.sessions.tools({ params, query })
    expect(Object.keys(first.tool_schemas ?? {})).toEqual(room)
    expect([first.left_out, first.not_found]).toEqual([left, []])
    expect(JSON.stringify(first).length).toBeLessThan(longestAnswer)
    const rest = await service.client.sessions.tools({ params, query: { tool_slugs: left } })
    expect(Object.keys(rest.tool_schemas ?? {})).toEqual(left)
    expect(rest).not.toHaveProperty('left_out')

    const { data } = await service.client.sessions.execute({
      params,
      body: {
        tool_slug: 'SVC_GET_TOOL_SCHEMAS',
        arguments: { tool_slugs: named },
        enable_auto_workbench_offload: false,
      },
    })
    expect(Object.keys(data['tool_schemas'] as object)).toEqual(room)
    expect(data).toMatchObject({ left_out: left, not_found: [] })

    const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
    const session = await plugboard.useSession(params.session_id)
    const tools = await session.tools({ tools: named })
    expect(tools.map(({ slug }) => slug)).toEqual(named)
  })

  it('come in shorter pages over MCP', async () => {
    verifies('mcp-protocol.server-tools')
    const { service, slugs } = await startLarge()
    const { mcp_url } = await service.client.mcp.createCustom({
      body: { name: 'Large tools', toolkits: ['large'] },
    })
    const list = async (cursor?: string) =>
      (
        await ask(
          `${mcp_url}?user_id=ada`,
          'tools/list',
          { ...(cursor !== undefined && { cursor }) },
          { headers: { authorization: `Bearer ${service.apiKey}` } },
        )
      ).body.result
    const first = await list()
    expect(JSON.stringify(first).length).toBeLessThan(longestAnswer)
    const second = await list(first.nextCursor)
    const names = [first, second].map(({ tools }) =>
      tools.map(({ name }: { name: string }) => name),
    )
    expect(names.map((some) => some.length)).toEqual([10, 1])
    expect(names.flat().toSorted()).toEqual([...slugs, 'LARGE_GET_SMALL'].toSorted())
    expect(second.nextCursor).toBeUndefined()
  })
})

describe('a page of large tools', () => {
  it('ends early, and its cursor leads to the others', async () => {
    const { service, slugs } = await startLarge()
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const page = await service.client.tools.list({
        query: { limit: 1000, ...(cursor !== null && { cursor }) },
      })
      expect(JSON.stringify(page).length).toBeLessThan(longestAnswer)
      expect(page.total_items).toBe(11)
      listed.push(...page.items.map(({ slug }) => slug))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(listed.toSorted()).toEqual([...slugs, 'LARGE_GET_SMALL'].toSorted())
  })
})

describe('a whole output that is too long', () => {
  it('has the type of each definition that it refers to and leaves out', async () => {
    verifies('imports.long-answers')
    const service = await startService()
    const texts = Array.from({ length: 900 }, (_unused, index) => [
      `text_${index}`,
      { description: 'Words about it. '.repeat(62) },
    ])
    const names = Array.from({ length: 6 }, (_unused, index) => `Large${index}`)
    const properties = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
    )
    const schemas = Object.fromEntries(
      names.map((name) => [name, { type: 'object', properties: Object.fromEntries(texts) }]),
    )
    const content = { 'application/json': { schema: { type: 'object', properties } } }
    const description = describeApi(
      { '/all': { get: { responses: { 200: { description: 'OK', content } } } } },
      { components: { schemas } },
    )
    await importToolkit(service, {
      slug: 'large',
      source: { openapi: JSON.stringify(description) },
    })
    const [tool_slug = ''] = await service.client.tools.enum()
    const { output_parameters: output } = await service.client.tools.get({
      params: { tool_slug },
      query: { whole_output: true },
    })
    expect(Object.keys(definitionsOf(output))).toEqual(names)
    expect(definitionsOf(output)['Large5']).toEqual({ type: 'object' })
    expect(JSON.stringify(output).length).toBeLessThan(4.1 * 1024 * 1024)
  })
})
