import type { Migrations } from '../database.ts'
import { engineOf } from '../engine-of.ts'
import { onlineStore } from './store.ts'

/**
 * The migrations with what they do for their online steps: in a database without rows, all of it;
 * otherwise they prepare the steps and note that they are to be done.
 *
 * SQLite builds an index in one go whenever it does, so there the migration does.
 */
export const withOnlineSteps = (
  migrations: Migrations,
  { hasRows }: { hasRows: boolean },
): Migrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      {
        ...migration,
        up: async (db) => {
          await migration.up(db)
          for (const step of migration.online ?? []) {
            const isLater = hasRows && ('fill' in step || engineOf(db) === 'postgres')
            if (!isLater) {
              await step.atOnce(db)
              continue
            }
            if ('fill' in step) await step.prepare?.(db)
            await onlineStore(db).add({ ...step, migration: name })
          }
        },
      },
    ]),
  )
