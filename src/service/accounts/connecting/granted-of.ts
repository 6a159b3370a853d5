import { z } from 'zod'
import type { Granted } from '../../auth-schemes/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../../platform/stored-json.ts'

/** What a provider granted, as it is kept until the confirmation; `undefined` when damaged. */
export const grantedOf = (project: Project, id: string, secrets: string): Granted | undefined => {
  const text = unlessDamaged(
    () => project.dataKey.decrypt(secrets, { record: id, field: 'granted' }),
    () => undefined,
  )
  if (text === undefined) return undefined
  const { values, expiresAt } = readGranted(text, id)
  return { values, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
}

const readGranted = storedJson(
  'connection_confirmations.secrets',
  outline<{ values: Granted['values']; expiresAt: string | null }>({
    values: anyObject,
    expiresAt: z.string().nullable(),
  }),
)
