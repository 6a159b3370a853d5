import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'

it('versions are listed in the order of their imports, of a tool those of the newest hundred', async () => {
  verifies('catalog.newest-versions')
  const service = await startService({
    clock: { now: () => new Date('2026-11-29T10:00:00.000Z') },
  })
  const importAgain = (paths: string[]) =>
    importToolkit(service, {
      slug: 'notes',
      source: {
        openapi: {
          openapi: '3.1.0',
          info: { title: 'Notes', version: '1' },
          servers: [{ url: 'https://notes.example' }],
          paths: Object.fromEntries(
            paths.map((path) => [path, { get: { responses: { 200: { description: 'ok' } } } }]),
          ),
        },
      },
      auth: { scheme: 'NO_AUTH' },
    })
  const { tools } = await importAgain(['/notes', '/tags'])
  const imports = 102
  for (let count = 1; count < imports; count += 1) await importAgain(['/notes'])

  const { meta } = await service.client.toolkits.get({ params: { slug: 'notes' } })
  const inOrder = Array.from(
    { length: imports },
    (_, index) => `20261129_${String(index).padStart(2, '0')}`,
  ).toReversed()
  expect(meta.available_versions).toEqual(inOrder)

  const notes = await service.client.tools.get({ params: { tool_slug: tools[0] ?? '' } })
  expect(notes.available_versions).toEqual(inOrder.slice(0, 100))
  const { items } = await service.client.tools.list({ query: { toolkit_slug: 'notes' } })
  expect(items.map(({ available_versions }) => available_versions)).toEqual([inOrder.slice(0, 100)])
  const first = inOrder.at(-1) ?? ''
  const tags = await service.client.tools.get({
    params: { tool_slug: tools[1] ?? '' },
    query: { version: first },
  })
  expect(tags).toMatchObject({ version: first, available_versions: [first] })
})
