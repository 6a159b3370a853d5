import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { importWithTriggers, expectedTriggerType, triggerType } from '../../support/watch-api.ts'

let service: TestService
let older: string
let newer: string
beforeAll(async () => {
  service = await startService({ keep: true })
  older = await importWithTriggers(service.client, 'notes', {
    triggers: [triggerType('NOTES_MADE'), triggerType('NOTES_GONE')],
  })
  newer = await importWithTriggers(service.client, 'notes', {
    triggers: [triggerType('NOTES_MADE'), triggerType('NOTES_SHARED')],
  })
  // Its slug is the beginning of another's, so either could own NOTES_PRO_…
  await importWithTriggers(service.client, 'notes-pro', {
    triggers: [triggerType('NOTES_PRO_MADE')],
  })
})
afterAll(() => service.close())

const get = (slug: string, query = '') =>
  service.request('GET', `/api/v3/triggers_types/${slug}${query}`)

describe('trigger types', () => {
  it('are listed with all their fields, by toolkit and in pages', async () => {
    verifies('triggers.types.list')
    const { items, ...page } = await service.client.triggerTypes.list({
      query: { toolkit_slugs: ['notes'] },
    })
    expect(page).toEqual({ next_cursor: null, total_pages: 1, current_page: 1, total_items: 2 })
    expect(items[0]).toEqual({
      ...expectedTriggerType('NOTES_MADE'),
      toolkit: { slug: 'notes', name: 'Notes', logo: '' },
      version: newer,
    })
    expect((await service.client.triggerTypes.list({ query: { limit: 1 } })).total_pages).toBe(3)
    expect((await service.request('GET', '/api/v3/triggers_types?limit=1001')).status).toBe(400)
    expect((await service.request('GET', '/api/v3/triggers_types?cursor=nonsense')).status).toBe(
      400,
    )
  })

  it('are found by slug in any letter case', async () => {
    verifies('triggers.types.get')
    expect((await get('notes_made')).body).toMatchObject({ slug: 'NOTES_MADE', version: newer })
    expect((await get('Notes_Pro_Made')).body).toMatchObject({
      slug: 'NOTES_PRO_MADE',
      toolkit: { slug: 'notes-pro' },
    })
  })

  it('are shown in the version that is asked for', async () => {
    verifies('triggers.types.version')
    expect((await get('NOTES_MADE', `?toolkit_versions=${older}`)).body.version).toBe(older)
    expect((await get('NOTES_MADE', `?toolkit_versions[notes]=${older}`)).body.version).toBe(older)
    expect((await get('NOTES_MADE', `?toolkit_versions[other]=${older}`)).body.version).toBe(newer)
    expect((await get('NOTES_MADE', '?toolkit_versions=latest')).body.version).toBe(newer)
    expect((await get('NOTES_GONE', `?toolkit_versions=${older}`)).body.slug).toBe('NOTES_GONE')
  })

  it('that do not exist, or not in that version, are 404', async () => {
    verifies('triggers.types.unknown')
    for (const [slug, query] of [
      ['NOTES_NONE', ''],
      ['OTHER_MADE', ''],
      ['NOTES_GONE', ''],
      ['NOTES_SHARED', `?toolkit_versions=${older}`],
      ['NOTES_MADE', '?toolkit_versions=20000101_00'],
    ] as const) {
      const { status, body } = await get(slug, query)
      expect(status, slug + query).toBe(404)
      expect(body.error.message).toContain(slug)
    }
  })

  it('are enumerated as a plain array of slugs', async () => {
    verifies('triggers.types.enum')
    expect((await service.request('GET', '/api/v3/triggers_types/list/enum')).body).toEqual([
      'NOTES_MADE',
      'NOTES_PRO_MADE',
      'NOTES_SHARED',
    ])
  })
})
