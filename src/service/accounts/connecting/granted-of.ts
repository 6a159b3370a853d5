import { z } from 'zod'
import type { Project } from '../../endpoint/index.ts'
import { notInspected } from '../account-inspection.ts'
import type { InspectedGrant } from '../inspection.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../../platform/stored-json.ts'

/** What a provider granted, as it is kept until the confirmation; `undefined` when damaged. */
export const grantedOf = (
  project: Project,
  id: string,
  secrets: string,
): InspectedGrant | undefined => {
  const text = unlessDamaged(
    () => project.dataKey.decrypt(secrets, { record: id, field: 'granted' }),
    () => undefined,
  )
  if (text === undefined) return undefined
  const { values, expiresAt, about = notInspected } = readGranted(text, id)
  return { values, about, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
}

const readGranted = storedJson(
  'connection_confirmations.secrets',
  outline<
    Pick<InspectedGrant, 'values'> & { expiresAt: string | null; about?: InspectedGrant['about'] }
  >({ values: anyObject, expiresAt: z.string().nullable(), about: anyObject.optional() }),
)
