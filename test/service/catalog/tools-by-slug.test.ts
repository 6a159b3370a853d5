import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { catalogStore } from '../../../src/service/catalog/store.ts'
import type { Handle } from '../../../src/service/platform/database/index.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { startCatalog } from '../search/start-catalog.ts'

/** The statements that the work sends. */
const statementsOf = async (handle: Handle, work: (noting: Handle) => Promise<unknown>) => {
  const compiled: { sql: string; parameters: readonly unknown[] }[] = []
  const note: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      compiled.push(handle.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(handle.withPlugin(note))
  return compiled
}

describeEachEngine('tools by their slugs', (open, engine) => {
  it('are found whatever the versions, those of other toolkits too', async () => {
    const database = await open({ migrated: true })
    const { createProject, save, catalog } = await startCatalog(database)
    let project = await createProject('One')
    project = await save(project, 'notes', ['get', 'list'])
    project = await save(project, 'notes', ['get'])
    project = await save(project, 'mail', ['get', 'send'])
    const [newest = '', oldest = ''] = await catalog.listToolkitVersions(project, 'notes')
    const [sent = ''] = await catalog.listToolkitVersions(project, 'mail')
    const find = async (slugs: string[], versions: string[]) =>
      (await catalogStore(database.handle).findTools(project.id, slugs, versions))
        .map(({ slug, version }) => [slug, version])
        .toSorted()
    expect(await find(['NOTES_GET', 'NOTES_LIST', 'MAIL_SEND', 'NO_TOOL'], [newest, sent])).toEqual(
      [
        ['MAIL_SEND', sent],
        ['NOTES_GET', newest],
      ],
    )
    expect(await find(['NOTES_GET', 'NOTES_LIST'], [oldest, newest])).toEqual([
      ['NOTES_GET', oldest],
      ['NOTES_GET', newest],
      ['NOTES_LIST', oldest],
    ])
  })

  it.runIf(engine === 'sqlite')('are looked up, not searched for in all toolkits', async () => {
    const { handle } = await open({ migrated: true })
    const slugs = Array.from({ length: 20 }, (_, at) => `NOTES_${at}`)
    const statements = await statementsOf(handle, async (noting) => {
      const store = catalogStore(noting)
      await store.findTools('pr_one', slugs, slugs)
      await store.listHeadsOfTools('pr_one', slugs)
      await store.listVersionsOfTools('pr_one', slugs)
      await store.findTool('pr_one', 'NOTES_1', '1')
    })
    expect(statements).toHaveLength(4)
    for (const { sql: text, parameters } of statements) {
      const query = sql.raw<{ detail: string }>(
        `explain query plan ${parameters.reduce<string>((filled) => filled.replace('?', `'x'`), text)}`,
      )
      const [first = '', ...others] = (await query.execute(handle)).rows.map(({ detail }) => detail)
      expect(first).toMatch(/^SEARCH o .*\(project_id=\? AND kind=\? AND slug=\?\)$/)
      for (const step of others) expect(step).toMatch(/^SEARCH|^USE TEMP B-TREE FOR ORDER BY$/)
    }
  })
})
