import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sampleToolkits } from '../../../src/sample/sample-toolkits.ts'
import { startSampleService } from '../../../src/sample/start-sample-service.ts'
import { importOpenApi } from '../../../src/service/catalog/openapi/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startHostileMcp } from '../../support/mcp/start-hostile-mcp.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { withDefinitions } from '../../support/with-definitions.ts'
import { ofSessions, toolSchemas } from './published/sessions.ts'
import { tool } from './published/tool.ts'
import { oddApi, oddTools } from './published/odd-tools.ts'

/**
 * A real description with unions, maps and empty answers. GitHub's whole one is checked by `npm run
 * test:github`.
 */
const figma = readFileSync(
  createRequire(import.meta.url).resolve('@figma/rest-api-spec/openapi/openapi.yaml'),
  'utf8',
)

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
  const sample = await startSampleService()
  for (const { slug, name, openapi } of sampleToolkits(sample))
    await importToolkit(service, { slug, name, source: { openapi: { ...openapi } } })
  await sample.close()
  await importToolkit(service, { slug: 'figma', source: { openapi: figma } })
  await importToolkit(service, { slug: 'odd', source: { openapi: oddApi } })
})
afterAll(() => service.close())

const importOddTools = async (): Promise<void> => {
  const server = await startHostileMcp({ 'tools/list': () => ({ tools: oddTools }) })
  const { skipped } = await importToolkit(service, {
    slug: 'foreign',
    source: { mcp: { url: server.mcpUrl } },
  })
  expect(skipped).toEqual([])
}

const misread = (schema: z.ZodType, items: readonly unknown[]): string[] =>
  items.flatMap((item) => {
    const { error } = schema.safeParse(item)
    return error
      ? [`${JSON.stringify(item).slice(0, 200)}: ${z.prettifyError(error).slice(0, 500)}`]
      : []
  })

const open = async (body: object = {}) =>
  (await service.client.sessions.create({ body: { user_id: 'ada', ...body } })).session_id

const fullSchemas = async (
  session_id: string,
  tool_slugs: string[],
): Promise<
  Record<string, { input_schema: Record<string, unknown>; output_schema: Record<string, unknown> }>
> => {
  const { data } = await service.client.sessions.executeMeta({
    params: { session_id },
    body: { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs } },
  })
  const schemas = data['tool_schemas']
  expect(misread(toolSchemas, [schemas])).toEqual([])
  return schemas as Awaited<ReturnType<typeof fullSchemas>>
}

describe('existing clients', () => {
  it('parse every tool of the samples, of real descriptions and of a careless MCP server', async () => {
    verifies('tools.parameters', 'conventions.existing-clients')
    await importOddTools()
    const { items, total_items } = await service.client.tools.list({ query: { limit: 1000 } })
    expect(items.length).toBe(total_items)
    expect(new Set(items.map(({ toolkit }) => toolkit.slug))).toEqual(
      new Set(['tracker', 'calendar', 'echo', 'figma', 'odd', 'foreign']),
    )
    expect(misread(tool, items)).toEqual([])
    const alone = await Promise.all(
      items
        .filter(({ toolkit }) => ['odd', 'foreign'].includes(toolkit.slug))
        .map(({ slug }) => service.client.tools.get({ params: { tool_slug: slug } })),
    )
    expect(alone).toEqual(items.filter(({ toolkit }) => ['odd', 'foreign'].includes(toolkit.slug)))
  })

  it('parse the meta tools of every session', async () => {
    verifies('tools.parameters')
    const sessions = [
      {},
      { manage_connections: { enable: true, enable_wait_for_connections: true } },
      { workbench: { enable: false } },
    ]
    for (const body of sessions) {
      const { items } = await service.client.sessions.tools({
        params: { session_id: await open(body) },
      })
      expect(items.length).toBeGreaterThan(3)
      expect(misread(tool, items)).toEqual([])
    }
  })

  it('parse custom tools where they are attached, searched for and read', async () => {
    verifies('sessions.tool-schemas', 'sessions.custom-tools.output-schema')
    const described = {
      name: 'Grep',
      description: 'Greps log files',
      input_schema: {
        type: 'object' as const,
        properties: { a: true },
        additionalProperties: { type: 'string' },
      },
    }
    const custom_tools = [
      { ...described, slug: 'GREP_OBJECT', output_schema: { required: ['lines'] } },
      {
        ...described,
        slug: 'GREP_LIST',
        output_schema: { type: 'array', items: { type: 'string' } },
      },
    ]
    const created = await service.client.sessions.create({
      body: { user_id: 'ada', experimental: { custom_tools } },
    })
    const attached = await service.client.sessions.attach({
      params: { session_id: created.session_id },
      body: { experimental: { custom_tools } },
    })
    expect([
      ...misread(ofSessions['sessions.create'], [created]),
      ...misread(ofSessions['sessions.attach'], [attached]),
    ]).toEqual([])
    const read = await fullSchemas(created.session_id, ['LOCAL_GREP_OBJECT', 'LOCAL_GREP_LIST'])
    expect(read['LOCAL_GREP_OBJECT']).toMatchObject({
      input_schema: described.input_schema,
      output_schema: { type: 'object', properties: {}, required: ['lines'] },
    })
    expect(read['LOCAL_GREP_LIST']?.output_schema).toEqual({
      type: 'object',
      properties: { result: { type: 'array', items: { type: 'string' } } },
      required: ['result'],
    })
    const answer = await service.client.sessions.search({
      params: { session_id: created.session_id },
      body: {
        queries: [{ use_case: 'grep the log files' }, { use_case: 'read a map of languages' }],
      },
    })
    expect(Object.keys(answer.tool_schemas)).toContain('LOCAL_GREP_LIST')
    expect(misread(ofSessions['sessions.search'], [answer])).toEqual([])
  })

  it('lose nothing that agents are told: the schemas for models say all that their authors said', async () => {
    verifies('sessions.tool-schemas')
    const { toolkit } = await importOpenApi(oddApi, { slug: 'odd' })
    const read = await fullSchemas(
      await open(),
      toolkit.tools.map(({ slug }) => slug),
    )
    expect(Object.keys(read).toSorted()).toEqual(toolkit.tools.map(({ slug }) => slug).toSorted())
    for (const { slug, inputParameters, outputParameters } of toolkit.tools.map(withDefinitions)) {
      expect(read[slug]?.input_schema, slug).toEqual({
        properties: {},
        ...inputParameters,
        type: 'object',
      })
      expect(read[slug]?.output_schema, slug).toEqual({
        properties: {},
        ...outputParameters,
        type: 'object',
      })
    }
  })
})
