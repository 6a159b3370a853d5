import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Remove } from '../platform/retention/index.ts'
import { catalogStore } from './store.ts'

/** Stamps of a project's catalogue at which a version was the newest: from one, before another. */
export type VersionUse = { slug: string; version: string; from: number; before: number }

type Parts = {
  database: Database
  clock: Clock
  /** Whether something was created with the version and lives on. */
  isPinned: (projectId: string, use: VersionUse) => Promise<boolean>
}

/**
 * Deletes a version that was superseded long ago, with what only it held. One that is still used is
 * asked about again when as much time has passed.
 */
export const createRemoveSuperseded =
  ({ database, clock, isPinned }: Parts): Remove =>
  async ({ scope: projectId, key: [, slug = '', version = ''] }) => {
    const stamps = await catalogStore(database.handle).findStamps(projectId, { slug, version })
    const isUsed =
      stamps === undefined ||
      (await isPinned(projectId, { slug, version, from: stamps.own, before: stamps.next }))
    await database.transaction((transaction) => {
      const store = catalogStore(transaction)
      return isUsed
        ? store.supersedeVersion(projectId, { slug, version }, clock.now().toISOString())
        : store.deleteVersion(projectId, { slug, version })
    })
  }
