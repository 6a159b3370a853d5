import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Plugboard, toModelOutput, type AgentTool } from '../../src/index.ts'
import { outlineOutput } from '../../src/provider/tools/outline-output.ts'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../support/start-upstream.ts'
import { frameworks } from './frameworks/index.ts'
import type { Conversation } from './read-conversation.ts'
import { serveOpenai, type Turn } from './serve-openai.ts'

const orders = Array.from({ length: 25 }, (_, index) => ({
  id: `o${index}`,
  total: index * 10,
  customer: { name: `Customer ${index}`, address: 'Long Road '.repeat(20) },
}))

const parameter = (name: string, type = 'string') => ({ name, in: 'query', schema: { type } })
const order = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    total: { type: 'number' },
    customer: { type: 'object', properties: { name: { type: 'string' } } },
  },
}
const list = {
  type: 'object',
  properties: { items: { type: 'array', items: order }, next_cursor: { type: 'string' } },
}
const get = (operationId: string, parameters: unknown[], schema?: unknown) => ({
  get: {
    operationId,
    summary: operationId,
    parameters,
    responses: {
      200: {
        description: 'ok',
        ...(schema !== undefined && { content: { 'application/json': { schema } } }),
      },
    },
  },
})
const shopApi = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url }],
  paths: {
    '/orders': get('listOrders', [parameter('cursor'), parameter('limit', 'integer')], list),
    '/orders/copies': {
      post: get('copyOrders', [], list).get,
    },
    '/query': get('runQuery', [parameter('select'), parameter('_select')]),
  },
})

let upstream: Upstream
let service: TestService
let plugboard: Plugboard

beforeAll(async () => {
  upstream = await startUpstream(
    ({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://shop')
      if (pathname === '/query') return json(response, 200, Object.fromEntries(searchParams))
      const at = Number(searchParams.get('cursor') ?? 0)
      const size = pathname === '/orders/copies' ? 25 : 10
      const end = at + Number(searchParams.get('limit') ?? size)
      return json(response, 200, {
        items: orders.slice(at, end),
        ...(end < orders.length && { next_cursor: `${end}` }),
      })
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host] })
  await importToolkit(service, { slug: 'shop', source: { openapi: shopApi(upstream.url) } })
  plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
})
beforeEach(() => void upstream.received.splice(0))
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const sent = () => upstream.received.map(({ url }) => url)

describe.each(frameworks)('with $name', ({ name, open: start }) => {
  it('a model selects parts of an answer, reads on in the next page, and learns of a wrong expression', async () => {
    verifies('adapters.select', 'adapters.paging')
    const seen: Conversation[] = []
    const call =
      (given: Record<string, unknown>) =>
      (conversation: Conversation): Turn => {
        seen.push(conversation)
        return { calls: [{ name: 'SHOP_LIST_ORDERS', arguments: JSON.stringify(given) }] }
      }
    await using model = await serveOpenai(
      call({ limit: 2, select: 'items[].{id: id}' }),
      call({ limit: 2, cursor: '2', select: 'items[].id' }),
      call({ limit: 2, select: 'items[' }),
      call({ limit: 2, select: 'orders[].id' }),
      (conversation) => {
        seen.push(conversation)
        return { text: 'Done.' }
      },
    )
    const session = await plugboard.createSession(`${name}'s user`)
    const agent = await start(session, model.url, { tools: ['SHOP_LIST_ORDERS'], select: true })

    expect(await agent.say('Which orders are there?')).toBe('Done.')
    expect(seen.at(-1)?.results.map(({ text }) => text)).toEqual([
      '{"items":[{"id":"o0"},{"id":"o1"}],"more_results":"There are more results: call SHOP_LIST_ORDERS again with the same arguments, and {\\"cursor\\":\\"2\\"}."}',
      '{"items":["o2","o3"],"more_results":"There are more results: call SHOP_LIST_ORDERS again with the same arguments, and {\\"cursor\\":\\"4\\"}."}',
      expect.stringContaining('SHOP_LIST_ORDERS was not called: `select` \\"items[\\" is not'),
      expect.stringContaining('selects nothing from its answer'),
    ])
    expect(sent()).toEqual(['/orders?limit=2', '/orders?cursor=2&limit=2', '/orders?limit=2'])
  })
})

const toolOf = async (slug: string, options = {}): Promise<AgentTool> => {
  const [tool] = await (await plugboard.createSession('ada')).tools({ tools: [slug], ...options })
  if (!tool) throw new Error('no tool')
  return tool
}

describe('the argument that selects', () => {
  it('is added to what the author wrote only when it is asked for, with the names in the result', async () => {
    verifies('adapters.select')
    const plain = await toolOf('SHOP_LIST_ORDERS')
    const selecting = await toolOf('SHOP_LIST_ORDERS', { select: true })
    expect(plain.inputSchema['properties']).not.toHaveProperty('select')
    expect(selecting.inputSchema).toEqual({
      ...plain.inputSchema,
      properties: {
        ...(plain.inputSchema['properties'] as object),
        select: {
          type: 'string',
          description:
            'JMESPath expression: get only these parts of the result, such as {id: id}. The result has: items[].{id, total, customer.{name}}, next_cursor',
        },
      },
    })
    expect(selecting.outputSchema).toEqual(plain.outputSchema)
    const session = await plugboard.createSession('ada', { answers: { select: true } })
    const [bySession] = await session.tools({ tools: ['SHOP_LIST_ORDERS'] })
    expect(bySession?.inputSchema).toEqual(selecting.inputSchema)
    const [found] = (await session.search('list orders')).tools
    expect(found?.inputSchema).toEqual(selecting.inputSchema)
    const [off] = await session.tools({ tools: ['SHOP_LIST_ORDERS'], select: false })
    expect(off?.inputSchema).toEqual(plain.inputSchema)
    const meta = await session.tools()
    expect(
      meta.map(({ inputSchema }) => Object.keys(inputSchema['properties'] as object)),
    ).not.toContain('select')
  })

  it('gets another name where the tool has one of its own, which is sent', async () => {
    verifies('adapters.select')
    const tool = await toolOf('SHOP_RUN_QUERY', { select: true })
    expect(Object.keys(tool.inputSchema['properties'] as object).toSorted()).toEqual([
      '__select',
      '_select',
      'select',
    ])
    const result = await tool.execute({ select: 'a', _select: 'b', __select: '{mine: select}' })
    expect(result.data).toEqual({ mine: 'a' })
    expect(sent()).toEqual(['/query?select=a&_select=b'])
  })

  it.each(['openai-strict', 'gemini', 'anthropic'] as const)(
    'fits the dialect %s, and null and an empty text mean nothing',
    async (profile) => {
      verifies('adapters.select')
      const tool = await toolOf('SHOP_LIST_ORDERS', { select: true, profile })
      for (const select of [null, '']) {
        const whole = await tool.execute({ cursor: '24', limit: 1, select })
        expect(whole).toMatchObject({ error: null, data: { items: [{ id: 'o24', total: 240 }] } })
      }
      const one = await tool.execute({ cursor: '24', limit: 1, select: 'items[0].total' })
      expect(one.data).toEqual({ value: 240 })
      expect(sent().every((url) => !url.includes('select'))).toBe(true)
    },
  )

  it('names what a result has, by whatever schema, within bounds', () => {
    verifies('adapters.select')
    const text = { type: 'string' }
    const person = { type: 'object', properties: { name: text, 'e-mail': text } }
    const page = { properties: { items: { type: 'array', items: { $ref: '#/$defs/P' } } } }
    const $defs = {
      P: { allOf: [{ $ref: '#/$defs/Q' }, { properties: { boss: { $ref: '#/$defs/P' } } }] },
      Q: person,
    }
    expect(outlineOutput({ $defs, anyOf: [page, { maxProperties: 0 }] })).toBe(
      'items[].{name, "e-mail", boss.{name, "e-mail", boss}}',
    )
    expect(outlineOutput({ properties: { one: { oneOf: [person, { type: 'null' }] } } })).toBe(
      'one.{name, "e-mail"}',
    )
    expect(outlineOutput({ properties: { a: { $ref: '#/properties/a' }, b: true } })).toBe('a, b')
    const wide = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`property_${index}`, person]),
    )
    expect(
      outlineOutput({ properties: { wide: { type: 'array', items: { properties: wide } } } }),
    ).toBe(
      'wide[].{property_0, property_1, property_2, property_3, property_4, property_5, property_6, property_7, property_8, property_9, property_10, property_11, property_12, property_13, property_14, …}',
    )
    expect(outlineOutput(undefined)).toBe('')
  })

  it('is refused when it is no text', async () => {
    const tool = await toolOf('SHOP_LIST_ORDERS', { select: true })
    expect(tool.validate({ select: 5 }).success).toBe(false)
    expect((await tool.execute({ select: 5 })).error).toContain('select: must be a text')
    expect(sent()).toEqual([])
  })
})

describe('a result of a session', () => {
  it('holds what was selected, or the whole under a handle from which to select', async () => {
    verifies('sessions.results.select')
    const session = await plugboard.createSession('ada')
    const given = { limit: 25 }
    const picked = await session.execute('SHOP_LIST_ORDERS', given, {
      select: ['/items/3/id', '/items/3/total'],
    })
    expect(picked.data).toEqual({ '/items/3/id': 'o3', '/items/3/total': 30 })
    const again = await session.execute('SHOP_LIST_ORDERS', given, { select: 'orders[0]' })
    expect(again.selection).toEqual({ message: expect.any(String), shape: expect.anything() })
    const missed = await session.execute('SHOP_COPY_ORDERS', {}, { select: 'orders[0]' })
    expect(missed).toMatchObject({ data: {}, error: null })
    const { handle = '' } = missed.selection ?? {}
    expect(handle).toMatch(/^res_/)
    expect(toModelOutput(missed)).toEqual({ selection: missed.selection })
    upstream.received.splice(0)
    const read = await session.execute('SVC_READ_RESULT', {
      handle,
      select: 'items[?total > `220`].{id: id, by: customer.name}',
    })
    expect(read.data['value']).toEqual([
      { id: 'o23', by: 'Customer 23' },
      { id: 'o24', by: 'Customer 24' },
    ])
    const nothing = await session.execute('SVC_READ_RESULT', { handle, select: 'orders' })
    expect(nothing.data).toMatchObject({
      value: null,
      selection: { message: expect.stringContaining('selects nothing from the result') },
    })
    const wrong = await session.execute('SVC_READ_RESULT', { handle, select: 'items[' })
    expect(wrong.error).toContain('`select` is not a JMESPath expression')
    expect(sent()).toEqual([])
    const page = await service.client.sessions.result({
      params: { session_id: session.id, handle },
      query: { select: 'items[].id', offset: 24 },
    })
    expect(page).toMatchObject({ type: 'array', total: 25, value: ['o24'] })
  })

  it('is a preview with a handle above the threshold of the session, unless it says otherwise', async () => {
    verifies('sessions.results.select')
    const workbench = { auto_offload_threshold: 1000 }
    const session = await plugboard.createSession('ada', { workbench })
    const large = await session.execute('SHOP_LIST_ORDERS', { limit: 25 })
    expect(large.data).toMatchObject({ shape: { items: ['25 items, the first:', {}] } })
    expect(large.data['preview']).toHaveProperty('items')
    const small = await session.execute('SHOP_LIST_ORDERS', { limit: 25 }, { select: 'items[].id' })
    expect(small.data['items']).toHaveLength(25)
    await session.update({ answers: { offload: false } })
    const whole = await session.execute('SHOP_LIST_ORDERS', { limit: 25 })
    expect(whole.data['items']).toHaveLength(25)
  })
})
