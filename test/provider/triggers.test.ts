import { expect, test } from 'vitest'
import { Plugboard } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { openNotesApi } from '../support/notes-api.ts'
import { startService } from '../support/start-service.ts'

test('makes, finds, disables, enables and deletes a trigger', async () => {
  verifies('receiving.triggers')
  const service = await startService()
  const type = {
    slug: 'NOTES_NOTE_MADE',
    name: 'Note made',
    description: 'Fires for each note',
    type: 'webhook' as const,
    config: { type: 'object' },
    payload: { type: 'object' },
    webhook: {},
  }
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: openNotesApi('https://1.1.1.1') },
    triggers: [type],
  })
  const { triggers } = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })

  const { id } = await triggers.create('notes_note_made', { config: { folder: 'inbox' } })
  expect(await triggers.create('NOTES_NOTE_MADE', { config: { folder: 'inbox' } })).toEqual({ id })
  const list = async () =>
    (await triggers.list({ trigger_ids: [id], show_disabled: true })).items.map(
      ({ trigger_config, disabled_at }) => [trigger_config, disabled_at === null],
    )
  expect(await list()).toEqual([[{ folder: 'inbox' }, true]])
  await expect(
    triggers.create('NOTES_NOTE_MADE', { userId: 'ada', config: { folder: 'inbox' } }),
  ).rejects.toMatchObject({ slug: 'invalid_request', message: expect.stringContaining('"ada"') })

  await triggers.disable(id)
  expect(await list()).toEqual([[{ folder: 'inbox' }, false]])
  await triggers.enable(id)
  expect(await list()).toEqual([[{ folder: 'inbox' }, true]])
  await triggers.delete(id)
  expect(await list()).toEqual([])
  await expect(triggers.enable(id)).rejects.toMatchObject({ slug: 'not_found' })
})
