import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Project } from '../endpoint/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { tidyListCounts } from '../platform/lists/index.ts'
import {
  contentPage,
  deleteContent,
  deleteOfUser,
  type Retention,
} from '../platform/retention/index.ts'
import { ServiceError } from '../service-error.ts'
import { mentions } from './mentions.ts'
import { openSealed } from './open-sealed.ts'
import { findRecords } from './find-records.ts'

export type EraseNeeds = {
  retention: () => readonly Retention[]
  findProject: (id: string) => Promise<Project | undefined>
  deleteAccount: (project: Project, id: string) => Promise<void>
  deleteSession: (project: Project, id: string) => Promise<void>
  /** What keeps only a keyed hash of the user. */
  forget: readonly ((project: Project, userId: string) => Promise<void>)[]
  /** The longest that a call may take, which is logged when it ends. */
  longestCallMs: number
}

/** Rows by table. */
export type Erased = Record<string, number>

const queue = 'users.erase'
const pageSize = 200
/** Until what nodes gather in memory is written. */
const settleMs = 60_000

const data = z.object({ projectId: z.string(), user: z.string() })

/**
 * Deletes everything of a user of a project: accounts, which are revoked at their providers,
 * sessions, and the rows that each table's retention says are about the user.
 *
 * A second pass follows when calls that were under way must have ended, also if this one is
 * interrupted. What the deletion itself announces names accounts and sessions, not the user.
 */
export const createEraseUser = (
  { database, jobs, clock }: { database: Database; jobs: Jobs; clock: Clock },
  needs: EraseNeeds,
) => {
  const erase = async (project: Project, userId: string): Promise<Erased> => {
    const { handle } = database
    const tables = needs.retention()
    const user = await findRecords(handle, tables, project.id, userId)
    const erased: Erased = {}
    const count = (table: string, rows: number) => {
      if (rows > 0) erased[table] = (erased[table] ?? 0) + rows
    }
    await eraseContent({ handle, project, tables, user }, count)
    for (const id of user.owned.get('connected_accounts') ?? [])
      if (await isDone(needs.deleteAccount(project, id))) count('connected_accounts', 1)
    for (const id of user.owned.get('sessions') ?? [])
      if (await isDone(needs.deleteSession(project, id))) count('sessions', 1)
    for (const forget of needs.forget) await forget(project, userId)
    for (const table of tables) count(table.table, await deleteOfUser(handle, table, user))
    // Totals of zero keep the values that they were counted by.
    await tidyListCounts(database)
    return erased
  }

  jobs.define(queue, { retryDelaysSeconds: [60, 600, 3600], data }, async ({ projectId, user }) => {
    const project = await needs.findProject(projectId)
    if (project) await erase(project, project.dataKey.decrypt(user, placeOf(projectId)))
  })

  return async (project: Project, userId: string): Promise<Erased> => {
    await database.transaction(
      async (transaction) =>
        void (await jobs.enqueue(
          transaction,
          queue,
          { projectId: project.id, user: project.dataKey.encrypt(userId, placeOf(project.id)) },
          {
            delaySeconds: Math.ceil((needs.longestCallMs + settleMs) / 1000),
            // One for each minute: the second pass of an earlier erasure may come too soon for the calls
            // that are under way now.
            singletonKey: hash(
              'sha256',
              `${project.dataKey.fingerprint(userId, placeOf(project.id))} ${clock.now().toISOString().slice(0, 16)}`,
            ),
          },
        )),
    )
    return erase(project, userId)
  }
}

const placeOf = (projectId: string) => ({ record: projectId, field: 'erased user' })

/** False if it was deleted meanwhile. */
const isDone = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ServiceError && error.slug === 'not_found') return false
      throw error
    },
  )

/** Events, and what was made of them: these tables do not say in a column whom they are about. */
const eraseContent = async (
  {
    handle,
    project,
    tables,
    user,
  }: {
    handle: Database['handle']
    project: Project
    tables: readonly Retention[]
    user: Awaited<ReturnType<typeof findRecords>>
  },
  count: (table: string, rows: number) => void,
): Promise<void> => {
  const records = new Set([...user.owned.values()].flat())
  const events = new Set<string>()
  // Events before the deliveries of events.
  for (const table of tables.toSorted((one, other) => rank(one) - rank(other))) {
    const of = table.user
    if (of?.by !== 'content') continue
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows = await contentPage(handle, table, of, { of: project.id, after, limit: pageSize })
      const found = rows.filter(
        ({ id, content, event }) =>
          (event !== null && events.has(event)) ||
          mentions(openSealed(project, content, id, of.field), user.userId, records),
      )
      const ids = found.map(({ id }) => id)
      for (const id of ids) events.add(id)
      if (ids.length > 0) count(table.table, await deleteContent(handle, table, ids))
      after = rows.length < pageSize ? undefined : rows.at(-1)?.id
    }
  }
}

const rank = ({ user }: Retention): number =>
  user?.by === 'content' && user.event !== undefined ? 1 : 0
