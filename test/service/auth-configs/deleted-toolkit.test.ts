import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startService } from '../../support/start-service.ts'

it('an auth config that is newer than the deletion of a toolkit is of the next one of that name', async () => {
  verifies('auth-configs.deleted-toolkit')
  let now = Date.parse('2026-11-29T10:00:00.000Z')
  const service = await startService({ clock: { now: () => new Date(now) } })
  const { client } = service
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: openNotesApi('https://notes.example') },
    auth: { scheme: 'API_KEY' },
  })
  const create = async () => {
    const { auth_config } = await client.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: { type: 'use_custom_auth', authScheme: 'API_KEY', credentials: {} },
      },
    })
    return auth_config.id
  }
  const before = await create()
  now += 60_000
  const after = await create()
  now -= 30_000
  await client.toolkits.delete({ params: { slug: 'notes' } })

  const exists = (nanoid: string) =>
    client.authConfigs.get({ params: { nanoid } }).then(
      () => true,
      () => false,
    )
  await expect.poll(() => exists(before), { timeout: 30_000 }).toBe(false)
  expect(await exists(after)).toBe(true)
})
