import { expect, it } from 'vitest'
import { compileSchema } from '../../../src/schema/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'
import { describeApi, jsonBody, operation } from './openapi/describe-api.ts'

const mebibyte = 1024 * 1024

/** An object of some 50,000 characters, most of them words, with some other members. */
const wordy = (members: Record<string, unknown> = {}) => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Array.from({ length: 50 }, (_unused, index) => [
        `text_${index}`,
        { type: 'string', description: 'Words about it. '.repeat(60) },
      ]),
    ),
    ...members,
  },
})

it('arguments that lead to more than a model can read end in types, and the report says so', async () => {
  verifies('imports.long-answers')
  const service = await startService()
  // Each leads to the next.
  const schemas = Array.from({ length: 40 }, (_unused, index) => [
    `Link${index}`,
    wordy({ next: { $ref: `#/components/schemas/Link${index + 1}` } }),
  ])
  const nested = { type: 'object', properties: Object.fromEntries(schemas) }
  const { notes } = await importToolkit(service, {
    slug: 'long',
    source: {
      openapi: JSON.stringify(
        describeApi(
          {
            '/chain': operationWith({ first: { $ref: '#/components/schemas/Link0' } }),
            '/own': operationWith({ text: { type: 'string' }, deep: { ...nested, title: 'All' } }),
            '/short': operationWith({ text: { type: 'string' } }),
          },
          { components: { schemas: { ...Object.fromEntries(schemas), Link40: wordy() } } },
        ),
      ),
    },
  })
  expect(notes.filter((note) => note.startsWith('The arguments of'))).toEqual([
    'The arguments of 2 tools are described with more than 1,048,576 characters, which is the maximum: what is deepest in them is described by its type alone: LONG_CHAIN, LONG_OWN',
  ])
  const inputOf = async (slug: string) => {
    const { input_parameters } = await service.client.tools.get({ params: { tool_slug: slug } })
    expect(JSON.stringify(input_parameters).length).toBeLessThanOrEqual(1.01 * mebibyte)
    return input_parameters
  }
  const chain = await inputOf('LONG_CHAIN')
  const definitions = chain['$defs'] as Record<string, unknown>
  expect(Object.keys(definitions).length).toBeGreaterThan(15)
  expect(definitions[`Link${Object.keys(definitions).length - 1}`]).toEqual({ type: 'object' })

  const own = await inputOf('LONG_OWN')
  const { validate } = compileSchema(own)
  expect(validate({ text: 'short', deep: { Link3: {} } }).ok).toBe(true)
  expect(validate({ text: 1 }).ok).toBe(false)
  expect(validate({ deep: 'no object' }).ok).toBe(false)
})

const operationWith = (properties: Record<string, unknown>) => ({
  post: operation({ requestBody: jsonBody({ type: 'object', properties }) }),
})

it('tools share at most 10,000 definitions; those that lead to more are skipped with the reason', async () => {
  verifies('imports.stored-definitions')
  const service = await startService()
  const reference = (index: number) => ({ $ref: `#/components/schemas/Small${index}` })
  const schemas = Array.from({ length: 10_002 }, (_unused, index) => [
    `Small${index}`,
    { type: 'object' },
  ])
  const many = (from: number, to: number) =>
    operationWith({
      any: {
        anyOf: Array.from({ length: to - from }, (_unused, index) => reference(from + index)),
      },
    })
  const { tools, skipped } = await importToolkit(service, {
    slug: 'many',
    source: {
      openapi: JSON.stringify(
        describeApi(
          { '/one': many(0, 9_999), '/two': many(9_999, 10_002), '/three': many(0, 10) },
          { components: { schemas: Object.fromEntries(schemas) } },
        ),
      ),
    },
  })
  expect(tools).toEqual(['MANY_ONE', 'MANY_THREE'])
  expect(skipped).toEqual([
    {
      operation: 'POST /two',
      reason:
        'its schemas lead to more than 10,000 definitions, with those of the tools before it: import less at a time, with `include`',
    },
  ])
})

it('a request that is longer when it is stored than it may be is refused, and no import', async () => {
  verifies('imports.stored-length')
  const service = await startService()
  // 64 MiB as they are sent, and 4 MB more as they are written.
  const numbers = `[${'1e20,'.repeat(250_000)}0]`
  const rest = 63 * mebibyte - numbers.length
  const response = await fetch(`${service.url}/api/v3/toolkits/import`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: `{"slug":"long","source":{"openapi":{"x-numbers":${numbers},"x-text":"${'a'.repeat(rest)}"}}}`,
  })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    {
      error: {
        message: expect.stringContaining('more than 67108864 characters'),
        suggested_fix: expect.stringContaining('its address'),
      },
    },
  ])
  // It does not count towards the unfinished ones.
  await importToolkit(service, {
    slug: 'short',
    source: { openapi: describeApi({ '/a': { get: operation() } }) },
  })
})
