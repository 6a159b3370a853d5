import { CompiledQuery, type Kysely } from 'kysely'
import type { Migrations } from './database.ts'
import { engineOf } from './engine-of.ts'
import type { RecordedSchema } from './recorded-schema.ts'

/**
 * The migrations, which on an empty database send what was recorded of them in one go: building and
 * compiling their statements is a tenth of a first start.
 *
 * The first one runs only if none ever ran; it sends everything, and the others nothing.
 */
export const useRecordedSchema = (
  migrations: Migrations,
  load: () => Promise<RecordedSchema>,
): Migrations => {
  let isSent = false
  const names = Object.keys(migrations).toSorted()
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        ...migrations[name],
        up: async (db: Kysely<unknown>) => {
          const recorded = index === 0 ? await load() : undefined
          // Of another list of migrations it would leave tables out.
          if (recorded && isSame(recorded.migrations, names)) {
            isSent = true
            await send(recorded, db)
          }
          if (!isSent) await migrations[name]?.up(db)
        },
        online: migrations[name]?.online?.map((step) => ({
          ...step,
          atOnce: async (db: Kysely<unknown>) => {
            if (!isSent) await step.atOnce(db)
          },
        })),
      },
    ]),
  )
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index])

const send = async (recorded: RecordedSchema, db: Kysely<unknown>): Promise<void> => {
  for (const { sql, parameters } of recorded[engineOf(db)])
    await db.executeQuery(CompiledQuery.raw(sql, parameters))
}
