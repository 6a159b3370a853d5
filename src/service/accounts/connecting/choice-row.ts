import { z } from 'zod'
import type { Granted } from '../../auth-schemes/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../../platform/stored-json.ts'
import type { Choosing } from '../inspection.ts'
import type { ChoiceRow } from './store.ts'

/**
 * A grant that is no account yet, since its user has to choose, or since the API could not be asked:
 * `problem` says why.
 */
export type Waiting = Granted & { choosing: Choosing | null; problem: string | null }

export const encryptWaiting = (project: Project, id: string, waiting: Waiting): string =>
  project.dataKey.encrypt(JSON.stringify(waiting), { record: id, field: 'choice' })

/** `undefined` when damaged: its user can only begin again. */
export const waitingOf = (
  project: Project,
  { connected_account_id: id, secrets }: ChoiceRow,
): Waiting | undefined => {
  const text = unlessDamaged(
    () => project.dataKey.decrypt(secrets, { record: id, field: 'choice' }),
    () => undefined,
  )
  if (text === undefined) return undefined
  const { expiresAt, ...waiting } = readWaiting(text, id)
  return { ...waiting, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
}

const readWaiting = storedJson(
  'connection_choices.secrets',
  outline<Omit<Waiting, 'expiresAt'> & { expiresAt: string | null }>({
    values: anyObject,
    expiresAt: z.string().nullable(),
    choosing: anyObject.nullable(),
    problem: z.string().nullable(),
  }),
)
