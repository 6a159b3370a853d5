import { expect, it } from 'vitest'
import {
  deleteExpired,
  deleteOwned,
  toKept,
} from '../../../src/service/platform/retention/index.ts'
import { workbenchRetention } from '../../../src/service/workbench/retention.ts'
import { createSessionFiles } from '../../../src/service/workbench/session-files.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x').toString('base64')

const none = { files: [], damaged: [] }

describeEachEngine('the files of sessions', (open) => {
  const start = async () => {
    const database = await open({ migrated: true })
    const { parts, project, passMinutes } = await createSessionParts(database)
    const sessions = ['trs_1', 'trs_2'].map((id) => ({
      id,
      project_id: project.id,
      user_id: 'ada',
      config: '{}',
      catalog_stamp: 0,
      created_at: '',
      extras: null,
    }))
    await database.handle
      .withTables<{ sessions: (typeof sessions)[number] }>()
      .insertInto('sessions')
      .values(sessions)
      .execute()
    return {
      database,
      project,
      passMinutes,
      files: createSessionFiles(parts),
      session: { project, id: 'trs_1' },
    }
  }

  it('are kept encrypted, for their session only, and each path as it was written last', async () => {
    verifies('workbench.files', 'workbench.files.encrypted')
    const { database, project, files, session } = await start()
    expect(
      await files.save(session, {
        changed: [
          { path: 'a.txt', base64: base64('a secret') },
          { path: 'b/c.bin', base64: 'AP8=' },
          { path: 'old', base64: '' },
        ],
        removed: [],
      }),
    ).toBeUndefined()
    expect(
      await files.save(session, {
        changed: [{ path: 'a.txt', base64: base64('another secret') }],
        removed: ['old'],
      }),
    ).toBeUndefined()
    expect(await files.load(session)).toEqual({
      files: [
        { path: 'a.txt', base64: base64('another secret') },
        { path: 'b/c.bin', base64: 'AP8=' },
      ],
      damaged: [],
    })
    expect(await files.load({ project, id: 'trs_2' })).toEqual(none)
    expect(await files.load({ project: { ...project, id: 'pr_2' }, id: 'trs_1' })).toEqual(none)
    const rows = await database.handle
      .withTables<{ session_files: Record<string, string> }>()
      .selectFrom('session_files')
      .selectAll()
      .execute()
    expect(
      rows.some(
        (row) =>
          JSON.stringify(row).includes('secret') ||
          JSON.stringify(row).includes(base64('another secret')),
      ),
    ).toBe(false)
  })

  it('are left out and named where they were damaged', async () => {
    verifies('workbench.files.encrypted')
    const { database, files, session } = await start()
    await files.save(session, {
      changed: [
        { path: 'a', base64: '' },
        { path: 'b', base64: 'AP8=' },
      ],
      removed: [],
    })
    await database.handle
      .withTables<{ session_files: { path: string; content: string } }>()
      .updateTable('session_files')
      .set({ content: 'v1.1.damaged' })
      .where('path', '=', 'a')
      .execute()
    expect(await files.load(session)).toEqual({
      files: [{ path: 'b', base64: 'AP8=' }],
      damaged: ['a'],
    })
  })

  it('have a quota, over which nothing of a change is kept', async () => {
    verifies('workbench.files.quota')
    const { files, session } = await start()
    expect(
      await files.save(session, { changed: [{ path: 'big', base64: megabytes(6) }], removed: [] }),
    ).toBeUndefined()
    expect(
      await files.save(session, {
        changed: [
          { path: 'other', base64: megabytes(5) },
          { path: 'small', base64: '' },
        ],
        removed: [],
      }),
    ).toContain('at most 200 with 10485760')
    expect(
      await files.save(session, {
        changed: [{ path: 'other', base64: megabytes(5) }],
        removed: ['big'],
      }),
    ).toBeUndefined()
    expect((await files.load(session)).files.map(({ path }) => path)).toEqual(['other'])
    expect(
      await files.save(session, {
        changed: Array.from({ length: 200 }, (_, number) => ({ path: `f${number}`, base64: '' })),
        removed: [],
      }),
    ).toContain('201 files')
  })

  it('are counted together where two calls write at a time', async () => {
    verifies('workbench.files.together')
    const { files, session } = await start()
    const small = await Promise.all(
      ['a', 'b', 'c'].map((path) =>
        files.save(session, { changed: [{ path, base64: '' }], removed: [] }),
      ),
    )
    expect(small).toEqual([undefined, undefined, undefined])
    const large = await Promise.all(
      ['d', 'e', 'f'].map((path) =>
        files.save(session, { changed: [{ path, base64: megabytes(6) }], removed: [] }),
      ),
    )
    expect(large.filter((refused) => refused === undefined)).toHaveLength(1)
    expect((await files.load(session)).files.map(({ path }) => path)).toHaveLength(4)
  })

  it('are not kept under what is no path of the home folder', async () => {
    verifies('workbench.files')
    const { files, session } = await start()
    for (const path of [
      '../up',
      '/root',
      'a//b',
      'a/../b',
      '.',
      '',
      'a\0b',
      'x'.repeat(501),
      '\ud800',
    ])
      expect(await files.save(session, { changed: [{ path, base64: '' }], removed: [] })).toContain(
        'not a path',
      )
    expect(await files.load(session)).toEqual(none)
  })

  it('go when they are old, when their session goes, and are not kept for one that is gone', async () => {
    verifies('workbench.files.removed')
    const { database, files, project, session, passMinutes } = await start()
    await files.save(session, { changed: [{ path: 'old', base64: '' }], removed: [] })
    passMinutes(60)
    await files.save(session, { changed: [{ path: 'new', base64: '' }], removed: [] })
    await deleteExpired(
      database.handle,
      workbenchRetention(toKept({ logs: 1 })),
      new Date('2026-11-22T12:30:00Z'),
    )
    expect((await files.load(session)).files.map(({ path }) => path)).toEqual(['new'])
    const deleted = { id: 'evt_1', type: 'session.deleted', scope: project.id, at: '' }
    await deleteOwned(database.handle, workbenchRetention(toKept({ logs: 1 })), {
      ...deleted,
      data: { id: session.id },
    })
    expect(await files.load(session)).toEqual(none)
    expect(
      await files.save(
        { project, id: 'trs_gone' },
        { changed: [{ path: 'late', base64: '' }], removed: [] },
      ),
    ).toContain('the session was deleted')
  })
})
