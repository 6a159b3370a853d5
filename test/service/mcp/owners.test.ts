import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startFilled, type FilledService } from './start-filled.ts'

const wait = { timeout: 60_000 }

const make = async (
  { client }: FilledService,
  toolkits: string[],
  auth_config_ids: string[],
  allowed_tools: string[] = [],
) =>
  (
    await client.mcp.createCustom({
      body: { name: 'Server', toolkits, auth_config_ids, allowed_tools },
    })
  ).id

const read = async ({ request }: FilledService, id: string) => {
  const { status, body } = await request('GET', `/api/v3/mcp/${id}`)
  return status === 200
    ? {
        toolkits: body.toolkits,
        auth_config_ids: body.auth_config_ids,
        allowed_tools: body.allowed_tools,
      }
    : status
}

it('a deleted auth config leaves the servers that used it', async () => {
  verifies('mcp.owners')
  const service = await startFilled()
  const { notesConfig, tasksConfig } = service
  const second = await service.createAuthConfig('notes')
  const only = await make(service, [], [notesConfig])
  const named = await make(service, ['notes'], [notesConfig])
  const twice = await make(service, [], [notesConfig, second], ['NOTES_GET_NOTE'])
  const both = await make(
    service,
    [],
    [notesConfig, tasksConfig],
    ['NOTES_GET_NOTE', 'TASKS_GET_NOTE'],
  )
  const limited = await make(service, [], [notesConfig, tasksConfig], ['NOTES_GET_NOTE'])
  await service.client.mcp.createInstance({ params: { serverId: only }, body: { user_id: 'ada' } })

  await service.client.authConfigs.delete({ params: { nanoid: notesConfig } })

  await expect.poll(() => read(service, only), wait).toBe(404)
  await expect
    .poll(() => read(service, named), wait)
    .toEqual({ toolkits: ['notes'], auth_config_ids: [], allowed_tools: [] })
  await expect
    .poll(() => read(service, twice), wait)
    .toEqual({ toolkits: ['notes'], auth_config_ids: [second], allowed_tools: ['NOTES_GET_NOTE'] })
  await expect
    .poll(() => read(service, both), wait)
    .toEqual({
      toolkits: ['tasks'],
      auth_config_ids: [tasksConfig],
      allowed_tools: ['TASKS_GET_NOTE'],
    })
  // What was limited to tools that are gone must not offer all others.
  await expect.poll(() => read(service, limited), wait).toBe(404)
})

it('a deleted toolkit leaves the servers that held it, and does not come back with another of its slug', async () => {
  verifies('mcp.owners')
  const service = await startFilled()
  const only = await make(service, ['notes'], [])
  const both = await make(service, ['notes', 'open'], [], ['NOTES_GET_NOTE', 'OPEN_GET_NOTE'])
  const configured = await make(service, ['open'], [service.notesConfig])

  await service.client.toolkits.delete({ params: { slug: 'notes' } })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi('https://api.example.com') },
  })
  const later = await make(service, ['notes'], [])

  await expect.poll(() => read(service, only), wait).toBe(404)
  await expect
    .poll(() => read(service, both), wait)
    .toEqual({ toolkits: ['open'], auth_config_ids: [], allowed_tools: ['OPEN_GET_NOTE'] })
  await expect
    .poll(() => read(service, configured), wait)
    .toEqual({ toolkits: ['open'], auth_config_ids: [], allowed_tools: [] })
  expect(await read(service, later)).toEqual({
    toolkits: ['notes'],
    auth_config_ids: [],
    allowed_tools: [],
  })
})
