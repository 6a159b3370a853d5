import type { Database } from '../platform/database/index.ts'
import { SecretsError, type Secrets } from '../platform/secrets/index.ts'
import { sealedColumns } from './sealed-columns.ts'
import { adminStore } from './store.ts'

const pageSize = 500

/** Opens every encrypted text; says which records cannot be decrypted, and for which projects. */
export const findSealedDamage = async ({
  database,
  secrets,
}: {
  database: Database
  secrets: Secrets
}): Promise<{ keys: string[]; records: string[]; count: number }> => {
  const store = adminStore(database.handle)
  const projects = new Map<string, ReturnType<Secrets['open']>>()
  const keys: string[] = []
  for (const { id, data_key } of await store.listDataKeys()) {
    const key = unlessSecretsError(() => secrets.open(id, data_key))
    if (key) projects.set(id, key)
    else keys.push(id)
  }
  const records: string[] = []
  let count = 0
  for (const { table, column, record = 'id', field = column } of sealedColumns) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows = await store.listSealed({ table, column, record }, after, pageSize)
      for (const { id, project, text } of rows) {
        const key = projects.get(project)
        // A project whose key is gone is named once.
        if (
          !key ||
          unlessSecretsError(() => key.decrypt(text, { record: id, field })) !== undefined
        )
          continue
        count += 1
        if (records.length < 10) records.push(`${table} ${id}`)
      }
      after = rows.length < pageSize ? undefined : rows.at(-1)?.id
    }
  }
  return { keys, records, count }
}

const unlessSecretsError = <Value>(work: () => Value): Value | undefined => {
  try {
    return work()
  } catch (error) {
    if (error instanceof SecretsError) return undefined
    throw error
  }
}
