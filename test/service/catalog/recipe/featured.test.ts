import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { notesApi } from '../../../support/notes-api.ts'
import { startService, type TestService } from '../../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const declared = (name: string, more: Record<string, unknown> = {}) => ({
  slug: `MEMOS_${name}`,
  name: 'Fetch a memo',
  description: 'Fetches a memo.',
  declare: { method: 'GET', path: `/${name.toLowerCase()}` },
  ...more,
})

const recipe = {
  recipe: 1,
  slug: 'memos',
  name: 'Memo box',
  summary: 'Keeps short remarks of teams.',
  aliases: ['jotter', 'zettel'],
  description: { kind: 'openapi' },
  auth: [{ scheme: 'NO_AUTH' }],
  tools: [
    {
      operation: 'listNotes',
      examples: { tag: ['grocery'] },
      tags: ['perusal'],
      use_cases: ['rummage through my scribbles'],
    },
    declared('ALPHA', { featured: false }),
    declared('OMEGA'),
  ],
}

const slugs = async (query: Record<string, unknown>): Promise<string[]> => {
  const { items } = await service.client.tools.list({ query })
  return items.map(({ slug }) => slug)
}

it('lists featured tools before others of their toolkit, over pages and filters too', async () => {
  verifies('tools.featured')
  await importToolkit(service, { source: { openapi: notesApi('https://memos.example') }, recipe })
  await importToolkit(service, {
    slug: 'aside',
    source: { openapi: notesApi('https://aside.example') },
    include: ['listNotes'],
  })
  const all = [
    'MEMOS_LIST_NOTES',
    'MEMOS_OMEGA',
    'MEMOS_ALPHA',
    'MEMOS_CREATE_NOTE',
    'MEMOS_DELETE_NOTE',
    'MEMOS_EXPORT_ARCHIVE',
    'MEMOS_GET_NOTE',
  ]
  expect(await slugs({ toolkit_slug: 'memos' })).toEqual(all)
  expect((await slugs({})).filter((slug) => slug.startsWith('MEMOS'))).toEqual(all)
  expect(await slugs({ tool_slugs: ['MEMOS_ALPHA', 'MEMOS_CREATE_NOTE', 'MEMOS_OMEGA'] })).toEqual([
    'MEMOS_OMEGA',
    'MEMOS_ALPHA',
    'MEMOS_CREATE_NOTE',
  ])
  const { items, next_cursor: cursor } = await service.client.tools.list({
    query: { toolkit_slug: 'memos', limit: 1 },
  })
  expect(items.map(({ slug }) => slug)).toEqual(all.slice(0, 1))
  expect(await slugs({ toolkit_slug: 'memos', limit: 1, cursor: cursor ?? '' })).toEqual(
    all.slice(1, 2),
  )
})

it('finds toolkits and tools by what a recipe says of them, featured ones first among equals', async () => {
  verifies('search.recipe')
  const toolkits = async (search: string) => {
    const { items } = await service.client.toolkits.list({ query: { search } })
    return items.map(({ slug }) => slug)
  }
  for (const words of ['jotter', 'Zettel', 'short remarks'])
    expect([words, (await toolkits(words))[0]]).toEqual([words, 'memos'])
  expect((await slugs({ search: 'jotter' }))[0]).toMatch(/^MEMOS_/)
  expect(await slugs({ search: 'grocery' })).toEqual(['MEMOS_LIST_NOTES'])
  expect(await slugs({ search: 'perusal' })).toEqual(['MEMOS_LIST_NOTES'])
  expect(await slugs({ search: 'scribbles' })).toEqual(['MEMOS_LIST_NOTES'])
  const equal = await slugs({ search: 'fetch a memo' })
  expect(equal.indexOf('MEMOS_OMEGA')).toBeLessThan(equal.indexOf('MEMOS_ALPHA'))
})
