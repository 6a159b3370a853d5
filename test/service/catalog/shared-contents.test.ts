import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { catalogRetention } from '../../../src/service/catalog/retention.ts'
import { catalogStore } from '../../../src/service/catalog/store.ts'
import {
  deleteExpired,
  retireUnused,
  toKept,
} from '../../../src/service/platform/retention/index.ts'
import type { Project } from '../../../src/service/endpoint/index.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { startCatalog } from '../search/start-catalog.ts'

const shared = { isShared: true }
const now = new Date('2027-01-01T00:00:00.000Z')

const tables = ['toolkit_contents', 'tools', 'tool_documents', 'toolkit_versions'] as const

const count = async ({ handle }: TemporaryDatabase): Promise<number[]> =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ count: number | string }>`
        select count(*) as count from ${sql.table(table)}`.execute(handle)
      return Number(rows[0]?.count)
    }),
  )

const expire = async (database: TemporaryDatabase): Promise<void> => {
  await retireUnused(database, catalogRetention(toKept()), now)
  await deleteExpired(database.handle, catalogRetention(toKept()), now)
}

describeEachEngine('what a toolkit of the catalogue holds', (open, engine) => {
  const start = async () => {
    const database = await open({ migrated: true })
    const started = await startCatalog(database)
    const slugsOf = async (project: Project, toolkit: string): Promise<string[]> => {
      const { version } = await started.catalog.getToolkit(project, toolkit)
      const tools = await started.catalog.findTools(
        project,
        await started.catalog.listTools(project, toolkit, version),
      )
      return tools.map(({ definition }) => definition.slug)
    }
    return { ...started, database, slugsOf }
  }

  it('is stored once for all projects, and that of own imports for each', async () => {
    verifies('toolkits.add.shared')
    const { database, createProject, save, slugsOf } = await start()
    let one = await createProject('One')
    let two = await createProject('Two')
    one = await save(one, 'notes', ['get', 'list'], shared)
    two = await save(two, 'notes', ['get', 'list'], shared)
    expect(await count(database)).toEqual([1, 2, 2, 2])
    for (const project of [one, two])
      expect(await slugsOf(project, 'notes')).toEqual(['NOTES_GET', 'NOTES_LIST'])

    one = await save(one, 'own', ['get'])
    two = await save(two, 'own', ['get'])
    expect(await count(database)).toEqual([3, 4, 4, 4])
  })

  it('is another one for a project that has a newer version, and stays for the others', async () => {
    verifies('toolkits.add.shared')
    const { database, catalog, createProject, save, slugsOf } = await start()
    let one = await createProject('One')
    let two = await createProject('Two')
    one = await save(one, 'notes', ['get', 'list'], shared)
    two = await save(two, 'notes', ['get', 'list'], shared)
    const [older = ''] = await catalog.listToolkitVersions(one, 'notes')
    one = await save(one, 'notes', ['get', 'delete'], shared)

    expect(await slugsOf(one, 'notes')).toEqual(['NOTES_DELETE', 'NOTES_GET'])
    expect(await slugsOf(two, 'notes')).toEqual(['NOTES_GET', 'NOTES_LIST'])
    expect(await catalog.findTool(one, 'NOTES_LIST', older)).toBeDefined()
    expect(await catalog.findTool(one, 'NOTES_DELETE', older)).toBeUndefined()
    expect(await catalog.findTool(two, 'NOTES_DELETE', older)).toBeUndefined()
    await expect(catalog.getTool(two, 'NOTES_DELETE')).rejects.toThrow('No tool')

    two = await save(two, 'notes', ['get', 'delete'], shared)
    expect(await slugsOf(two, 'notes')).toEqual(['NOTES_DELETE', 'NOTES_GET'])
    expect((await count(database))[0]).toBe(2)
  })

  it('stays as long as a version of any project refers to it', async () => {
    verifies('toolkits.add.shared')
    const { database, createProject, save, remove, slugsOf } = await start()
    let one = await createProject('One')
    let two = await createProject('Two')
    one = await save(one, 'notes', ['get', 'list'], shared)
    two = await save(two, 'notes', ['get', 'list'], shared)
    one = await save(one, 'own', ['get'])

    one = await remove(one, 'notes')
    one = await remove(one, 'own')
    await expire(database)
    expect(await slugsOf(two, 'notes')).toEqual(['NOTES_GET', 'NOTES_LIST'])
    expect(await count(database)).toEqual([1, 2, 2, 1])

    two = await remove(two, 'notes')
    expect(await count(database)).toEqual([1, 2, 2, 0])
    await expire(database)
    expect(await count(database)).toEqual([0, 0, 0, 0])

    one = await save(one, 'notes', ['get', 'list'], shared)
    expect(await slugsOf(one, 'notes')).toEqual(['NOTES_GET', 'NOTES_LIST'])
  })

  it('is stored anew while the unused one is being deleted', async () => {
    verifies('toolkits.add.shared')
    const { database, createProject, save, remove, slugsOf } = await start()
    let one = await createProject('One')
    one = await save(one, 'notes', ['get', 'list'], shared)
    one = await remove(one, 'notes')
    await retireUnused(database, catalogRetention(toKept()), now)
    await sql`delete from tools where slug = 'NOTES_GET'`.execute(database.handle)

    one = await save(one, 'notes', ['get', 'list'], shared)
    expect(await slugsOf(one, 'notes')).toEqual(['NOTES_GET', 'NOTES_LIST'])
    await expire(database)
    expect(await count(database)).toEqual([1, 2, 2, 1])
    expect(await slugsOf(one, 'notes')).toEqual(['NOTES_GET', 'NOTES_LIST'])
  })

  it('is stored once by projects that add it at the same time, and retired by none of them', async () => {
    verifies('toolkits.add.shared')
    const { database, createProject, save, remove, slugsOf } = await start()
    const names = ['get', 'list', 'create', 'delete']
    const projects = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) => createProject(name)),
    )
    for (let round = 0; round < 10; round += 1) {
      const [added] = await Promise.all([
        Promise.all(projects.map((project) => save(project, 'notes', names, shared))),
        expire(database),
        expire(database),
      ])
      for (const project of added)
        expect(await slugsOf(project, 'notes')).toEqual(names.map(toSlug).toSorted())
      expect((await count(database)).at(3)).toBe(4)
      await Promise.all([
        ...added.map((project) => remove(project, 'notes')),
        expire(database),
        expire(database),
      ])
    }
    await expire(database)
    expect(await count(database)).toEqual([0, 0, 0, 0])

    await Promise.all(projects.map((project) => save(project, 'notes', names, shared)))
    expect(await count(database)).toEqual([1, 4, 4, 4])
  })

  it.runIf(engine === 'postgres')(
    'is kept when a version refers to it before it is retired',
    async () => {
      verifies('toolkits.add.shared')
      const { database, createProject, save, remove } = await start()
      let one = await createProject('One')
      const two = await createProject('Two')
      one = await save(one, 'notes', ['get'], shared)
      await remove(one, 'notes')
      const { rows } = await sql<{ id: string }>`select id from toolkit_contents`.execute(
        database.handle,
      )
      const id = rows[0]?.id ?? ''
      const [locked, referred, found] = [0, 1, 2].map(() => Promise.withResolvers<void>())
      const adding = database.transaction(async (transaction) => {
        const store = catalogStore(transaction)
        expect(await store.lockContent(id)).toMatchObject({ address: expect.any(String) })
        locked?.resolve()
        await found?.promise
        const version = {
          slug: 'notes',
          version: '1',
          stamp: 1,
          created_at: '',
          superseded_at: null,
        }
        await store.insertToolkitVersion({ ...version, project_id: two.id, content_id: id })
        referred?.resolve()
      })
      await locked?.promise
      const retiring = retireUnused(
        {
          handle: database.handle,
          transaction: (work) => {
            found?.resolve()
            return database.transaction(work)
          },
        },
        catalogRetention(toKept()),
        now,
      )
      await Promise.all([adding, referred?.promise, retiring])
      expect(
        await catalogStore(database.handle).findContentOf(two.id, { slug: 'notes', version: '1' }),
      ).toBeDefined()
      await deleteExpired(database.handle, catalogRetention(toKept()), now)
      expect(await count(database)).toEqual([1, 1, 1, 1])
    },
  )

  it('is not taken where another toolkit of the project owns one of its slugs', async () => {
    verifies('toolkits.add.shared')
    const { database, createProject, save, slugsOf } = await start()
    let one = await createProject('One')
    let two = await createProject('Two')
    one = await save(one, 'notes_s', ['get'])
    two = await save(two, 'notes', ['s get'], shared)

    await expect(save(one, 'notes', ['s get'], shared)).rejects.toThrow('belongs to the toolkit')

    expect(await slugsOf(one, 'notes_s')).toEqual(['NOTES_S_GET'])
    expect(await slugsOf(two, 'notes')).toEqual(['NOTES_S_GET'])
    expect(await count(database)).toEqual([2, 2, 2, 2])
  })
})

const toSlug = (name: string): string => `NOTES_${name.toUpperCase()}`
