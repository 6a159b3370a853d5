import { expect, it } from 'vitest'
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
    expect(await find(project, 'bread')).toEqual([])
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
      async (store: ReturnType<typeof searchStore>, id: string, key: string) =>
        store.upsertPart({
          project_id: id,
          key,
          part: 0,
          data: Buffer.from('nothing').toString('base64'),
        }),
    ],
    [
      'missing',
      async (store: ReturnType<typeof searchStore>, id: string) => store.deletePartsExcept(id, []),
    ],
    [
      'of another format',
      async (store: ReturnType<typeof searchStore>, id: string) =>
        store.upsertIndex({ ...(await store.findIndex(id))!, format: 'older' }),
    ],
    [
      'no JSON',
      async (store: ReturnType<typeof searchStore>, id: string) =>
        store.upsertIndex({ ...(await store.findIndex(id))!, content: '{' }),
    ],
  ])('is made again where its snapshot is %s', async (_name, spoil) => {
    verifies('search.index.snapshot')
    const database = await open({ migrated: true })
    const { createProject, save, startIndexes } = await startCatalog(database)
    const project = await save(await save(await createProject('One'), 'store', many), 'bakery', [
      'list bread',
    ])
    const before = startIndexes()
    const { blocks } = await before.indexes.current(project)
    await before.saved()
    await spoil(
      searchStore(database.handle),
      project.id,
      blocks.find(({ contents }) => contents.has('store'))?.key ?? '',
    )

    const after = startIndexes()
    expect((await after.find(project, 'list things of kind 77'))[0]).toBe(
      'STORE_LIST_THINGS_OF_KIND_77',
    )
    expect(await after.find(project, 'bread')).toEqual(['BAKERY_LIST_BREAD'])
    expect(after.read).toContain('store')
    expect((await after.indexes.current(project)).search.count).toBe(521)
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
