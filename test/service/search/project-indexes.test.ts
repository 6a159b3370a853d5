import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../../src/service/platform/database/index.ts'
import { deleteExpired, retireUnused } from '../../../src/service/platform/retention/index.ts'
import { searchRetention } from '../../../src/service/search/retention.ts'
import { searchStore } from '../../../src/service/search/store.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { startCatalog } from './start-catalog.ts'

const many = Array.from({ length: 520 }, (_unused, number) => `list things of kind ${number}`)

describeEachEngine('the search index of a project', (open) => {
  it('reads what came, and nothing else again', async () => {
    verifies('search.index.incremental')
    const { createProject, save, remove, startIndexes } = await startCatalog(
      await open({ migrated: true }),
    )
    const { find, read } = startIndexes()
    let project = await save(await createProject('One'), 'bakery', ['list bread', 'heat oven'])
    expect(await find(project, 'list the bread')).toEqual(['BAKERY_LIST_BREAD'])
    project = await save(project, 'library', ['lend book'])
    expect(await find(project, 'lend a book')).toEqual(['LIBRARY_LEND_BOOK'])
    expect(await find(project, 'list the bread')).toEqual(['BAKERY_LIST_BREAD'])
    expect(read).toEqual(['bakery', 'library'])

    project = await save(project, 'bakery', ['list cake'])
    expect(await find(project, 'bread')).not.toContain('BAKERY_LIST_BREAD')
    expect(await find(project, 'cake')).toEqual(['BAKERY_LIST_CAKE'])
    project = await remove(project, 'library')
    expect(await find(project, 'lend a book')).toEqual([])
    project = await save(project, 'library', ['lend book'])
    expect(await find(project, 'lend a book')).toEqual(['LIBRARY_LEND_BOOK'])
    // The same tools in a new version are known already.
    project = await save(project, 'bakery', ['list cake'])
    expect(await find(project, 'cake')).toEqual(['BAKERY_LIST_CAKE'])
    expect(read.slice(2).filter((slug) => slug === 'bakery')).toEqual(['bakery'])
  })

  it('stays one whatever the number of toolkits, and finds each tool once', async () => {
    verifies('search.index.incremental')
    const { createProject, save, remove, startIndexes } = await startCatalog(
      await open({ migrated: true }),
    )
    const { find, indexes } = startIndexes()
    let project = await createProject('One')
    for (let number = 0; number < 40; number += 1) {
      project = await save(project, `kit${number}`, ['paint wall', 'open door'])
      await indexes.current(project)
    }
    for (let number = 0; number < 30; number += 1) project = await remove(project, `kit${number}`)
    const { search, blocks } = await indexes.current(project)
    expect(search.count).toBe(20)
    expect(blocks.length).toBeLessThanOrEqual(17)
    expect(new Set(await find(project, 'paint the wall')).size).toBe(10)
  })

  it('shares what is indexed of equal toolkits', async () => {
    verifies('search.index.shared')
    const { createProject, save, startIndexes } = await startCatalog(await open({ migrated: true }))
    const { indexes, read, find } = startIndexes()
    const one = await save(await createProject('One'), 'bakery', ['list bread'])
    const two = await save(
      await save(await createProject('Two'), 'library', ['lend book']),
      'bakery',
      ['list bread'],
    )
    const [ofOne] = (await indexes.current(one)).blocks
    const ofTwo = (await indexes.current(two)).blocks
    expect(ofTwo).toContain(ofOne)
    expect(read.filter((slug) => slug === 'bakery')).toEqual(['bakery'])
    expect(await find(one, 'lend a book')).toEqual([])
  })

  it('is read from its snapshot after a restart, and what changed since from the tools', async () => {
    verifies('search.index.snapshot')
    const { createProject, save, startIndexes } = await startCatalog(await open({ migrated: true }))
    let project = await save(await createProject('One'), 'store', many)
    const before = startIndexes()
    await before.find(project, 'things')
    await before.saved()
    project = await save(project, 'bakery', ['list bread'])

    const after = startIndexes()
    expect((await after.find(project, 'list things of kind 77'))[0]).toBe(
      'STORE_LIST_THINGS_OF_KIND_77',
    )
    expect(await after.find(project, 'bread')).toEqual(['BAKERY_LIST_BREAD'])
    expect(after.read).toEqual(['bakery'])
    expect(after.errors).toEqual([])
  })

  it.each([
    [
      'damaged',
      async ({ handle }: Database, _id: string, key: string) => {
        const store = searchStore(handle)
        const { id = '' } = (await store.findBlock(key)) ?? {}
        const data = Buffer.from('nothing').toString('base64')
        await store.upsertPart({ block_id: id, part: 0, data })
      },
    ],
    [
      'missing',
      async (database: Database, _id: string, key: string) => {
        const { id = '' } = (await searchStore(database.handle).findBlock(key)) ?? {}
        await database.transaction((transaction) =>
          searchStore(transaction).updateBlock(id, { address: null }),
        )
      },
    ],
    [
      'of another format',
      async ({ handle }: Database, id: string) => {
        const store = searchStore(handle)
        await store.upsertIndex({ ...(await store.findIndex(id))!, format: 'older' })
      },
    ],
    [
      'no JSON',
      async ({ handle }: Database, id: string) => {
        const store = searchStore(handle)
        await store.upsertIndex({ ...(await store.findIndex(id))!, content: '{' })
      },
    ],
  ])('is made again where its snapshot is %s', async (name, spoil) => {
    verifies('search.index.snapshot')
    const database = await open({ migrated: true })
    const { createProject, save, startIndexes } = await startCatalog(database)
    const project = await save(await save(await createProject('One'), 'store', many), 'bakery', [
      'list bread',
    ])
    const before = startIndexes()
    await before.indexes.complete(project)
    const { blocks } = await before.indexes.current(project)
    await spoil(
      database,
      project.id,
      blocks.find(({ contents }) => contents.has('store'))?.key ?? '',
    )

    const after = startIndexes()
    expect((await after.find(project, 'list things of kind 77'))[0]).toBe(
      'STORE_LIST_THINGS_OF_KIND_77',
    )
    expect(await after.find(project, 'bread')).toEqual(['BAKERY_LIST_BREAD'])
    // Its blocks are found without the snapshot.
    expect(after.read).toEqual(['damaged', 'missing'].includes(name) ? ['store'] : [])
    expect((await after.indexes.current(project)).search.count).toBe(521)
    await after.saved()
    const next = startIndexes()
    expect(await next.find(project, 'bread')).toEqual(['BAKERY_LIST_BREAD'])
    expect([next.read, next.errors]).toEqual([[], []])

    const repaired = startIndexes()
    const again = await save(project, 'bakery', ['list cake'])
    expect(await repaired.find(again, 'cake')).toEqual(['BAKERY_LIST_CAKE'])
    await repaired.saved()
    const last = startIndexes()
    expect((await last.find(again, 'list things of kind 77'))[0]).toBe(
      'STORE_LIST_THINGS_OF_KIND_77',
    )
    expect([last.read, last.errors]).toEqual([[], []])
  })

  it('shares no block of a toolkit that was deleted while it was read', async () => {
    verifies('search.index.shared')
    const { catalog, createProject, save, remove, startIndexes } = await startCatalog(
      await open({ migrated: true }),
    )
    const one = await save(await save(await createProject('One'), 'other', many), 'store', many)
    for (const [slug, { version }] of await catalog.listToolkits(one))
      await catalog.listTools(one, slug, version)
    const rest = await remove(one, 'store')
    const here = startIndexes()
    expect((await here.indexes.current(one)).isComplete).toBe(false)
    expect(await here.indexes.current(rest)).toMatchObject({ isComplete: true, total: 520 })
    await here.saved()

    const two = await save(await createProject('Two'), 'store', many)
    expect((await startIndexes().find(two, 'list things of kind 77'))[0]).toBe(
      'STORE_LIST_THINGS_OF_KIND_77',
    )
    expect((await here.find(two, 'list things of kind 77'))[0]).toBe('STORE_LIST_THINGS_OF_KIND_77')
  })

  it('is stored in blocks that projects with the same tools share', async () => {
    verifies('search.index.shared', 'search.index.snapshot')
    const database = await open({ migrated: true })
    const { createProject, save, remove, startIndexes } = await startCatalog(database)
    const count = async () =>
      Promise.all(
        ['search_indexes', 'search_blocks', 'search_block_parts'].map(async (table) => {
          const { rows } = await sql<{ count: number | string }>`
            select count(*) as count from ${sql.table(table)}`.execute(database.handle)
          return Number(rows[0]?.count)
        }),
      )
    const expire = async () => {
      const now = new Date('2028-01-01T00:00:00.000Z')
      await retireUnused(database, searchRetention, now)
      await deleteExpired(database.handle, searchRetention, now)
    }
    let one = await save(await createProject('One'), 'store', many)
    let two = await save(await createProject('Two'), 'store', many)
    const here = startIndexes()
    await here.indexes.complete(one)
    const [, blocks = 0, parts] = await count()
    expect(blocks).toBe(1)

    // Another node, which holds nothing in memory.
    const there = startIndexes()
    await there.indexes.complete(two)
    expect(there.read).toEqual([])
    expect(await count()).toEqual([2, 1, parts])

    one = await save(one, 'store', many.slice(0, 510))
    await here.indexes.complete(one)
    expect((await count()).slice(0, 2)).toEqual([2, 2])
    await expire()
    expect((await count()).slice(0, 2)).toEqual([2, 2])
    two = await remove(await save(two, 'other', many), 'store')
    await there.indexes.complete(two)
    await expire()
    expect((await count()).slice(0, 2)).toEqual([2, 2])

    // At the same time: each node writes the block, and one of them stays.
    const [three, four] = [
      await save(await createProject('Three'), 'store', many),
      await save(await createProject('Four'), 'store', many),
    ]
    const nodes = [startIndexes(), startIndexes()]
    await Promise.all([
      nodes[0]?.indexes.complete(three),
      nodes[1]?.indexes.complete(four),
      expire(),
    ])
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([])
    await expire()
    expect((await count()).slice(0, 2)).toEqual([4, 3])
    expect((await startIndexes().find(four, 'list things of kind 77'))[0]).toBe(
      'STORE_LIST_THINGS_OF_KIND_77',
    )
  })

  it('of another node is loaded from its snapshot, by a node that has an older one too', async () => {
    verifies('search.index.stored')
    const { createProject, save, startIndexes } = await startCatalog(await open({ migrated: true }))
    let project = await save(await createProject('One'), 'bakery', ['list bread'])
    const [one, other] = [startIndexes(), startIndexes()]
    expect(await other.find(project, 'bread')).toEqual(['BAKERY_LIST_BREAD'])
    project = await save(project, 'store', many)
    await one.indexes.complete(project)
    expect((await other.find(project, 'list things of kind 77'))[0]).toBe(
      'STORE_LIST_THINGS_OF_KIND_77',
    )
    expect(one.read).toEqual(['bakery', 'store'])
    expect(other.read).toEqual(['bakery'])
  })

  it('that takes long is answered as far as it has come', async () => {
    verifies('search.index.waits')
    const { createProject, save, startIndexes } = await startCatalog(await open({ migrated: true }))
    const project = await save(await createProject('One'), 'store', many)
    const { indexes, find } = startIndexes({ waitMs: 0 })
    expect(await indexes.current(project)).toMatchObject({
      isComplete: false,
      search: { count: 0 },
    })
    await expect.poll(async () => (await indexes.current(project)).isComplete).toBe(true)
    expect((await find(project, 'list things of kind 77'))[0]).toBe('STORE_LIST_THINGS_OF_KIND_77')
  })
})
