import { getEncoding } from 'js-tiktoken'
import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'

const encoding = getEncoding('o200k_base')

it('the whole list of meta tools costs a model under 3,000 tokens, and the same however many tools there are', async () => {
  verifies('sessions.meta-tools.size', 'sessions.meta-tools.plain-schemas')
  const service = await startService()
  const list = async () => {
    const everything = {
      manage_connections: { enable: true, enable_wait_for_connections: true },
      approvals: { tags: ['destructiveHint' as const] },
    }
    const { session_id } = await service.client.sessions.create({
      body: { user_id: 'ada', ...everything },
    })
    return (await service.client.sessions.tools({ params: { session_id } })).items
  }
  const empty = await list()
  for (const slug of ['first', 'second', 'third'])
    await importToolkit(service, { slug, source: { openapi: largeApi } })
  expect((await service.client.tools.list({ query: { limit: 1 } })).total_items).toBe(600)
  const full = await list()

  expect(full).toEqual(empty)
  expect(full.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining([
      'SVC_SEARCH_TOOLS',
      'SVC_WAIT_FOR_CONNECTIONS',
      'SVC_REMOTE_WORKBENCH',
      'SVC_READ_RESULT',
    ]),
  )
  const shown = full.map(({ slug, description, input_parameters: parameters }) => ({
    type: 'function',
    function: { name: slug, description, parameters },
  }))
  expect(encoding.encode(JSON.stringify(shown)).length).toBeLessThan(3000)
  for (const { name, description } of shown.map((tool) => tool.function)) {
    expect({ name, isShort: encoding.encode(description).length < 250 }).toEqual({
      name,
      isShort: true,
    })
    expect(description).toMatch(/answers|give \{/i)
  }
  expect(JSON.stringify(shown)).not.toMatch(/\$schema|propertyNames|9007199254740991/)
}, 300_000)

const largeApi = {
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  servers: [{ url: 'https://large.example' }],
  paths: Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [
      `/things${index}`,
      {
        get: {
          operationId: `listThings${index}`,
          summary: `List the things of kind ${index}`,
          responses: { 200: { description: 'ok' } },
        },
      },
    ]),
  ),
}
