import type { Project } from '../endpoint/index.ts'
import { anyObject, storedJson } from '../platform/stored-json.ts'
import type { TriggerInstanceRow } from './store.ts'

type SealedField = 'config' | 'state' | 'trigger_data' | 'hook'

/** A field of an instance as it is stored. */
export const sealField = (
  project: Project,
  id: string,
  field: SealedField,
  value: unknown,
): string => project.dataKey.encrypt(JSON.stringify(value), { record: id, field })

/** The JSON text of a stored field; throws a `SecretsError` where it was damaged. */
export const openField = (
  project: Project,
  row: TriggerInstanceRow,
  field: SealedField,
): string | null => {
  const sealed = row[field]
  return sealed === null ? null : project.dataKey.decrypt(sealed, { record: row.id, field })
}

/** The configuration of an instance. */
export const openConfig = (project: Project, row: TriggerInstanceRow): Record<string, unknown> =>
  openObject(project, row, 'config')

/** A stored object; an empty one where none is stored. */
export const openObject = (
  project: Project,
  row: TriggerInstanceRow,
  field: 'config' | 'state',
): Record<string, unknown> => readObject[field](openField(project, row, field) ?? '{}', row.id)

const readObject = {
  config: storedJson('trigger_instances.config', anyObject),
  state: storedJson('trigger_instances.state', anyObject),
}
