import type { AccountStatus } from '../../contract/connected-accounts.ts'
import type { AuthConfig } from '../auth-configs/index.ts'
import type { Project } from '../endpoint/index.ts'
import { createId, createUuid } from '../platform/ids.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { anyObject, storedJson } from '../platform/stored-json.ts'
import {
  notInspected,
  readInspection,
  toInspectionColumns,
  type AccountInspection,
} from './account-inspection.ts'
import { statedExpiry } from './stated-expiry.ts'
import type { AccountRow } from './store.ts'

/** One user's connection to a toolkit. */
export type ConnectedAccount = {
  id: string
  uuid: string
  userId: string
  toolkit: string
  authConfigId: string
  status: AccountStatus
  statusReason: string | null
  isDisabled: boolean
  /** As its user or the project named it. */
  name: string | null
  /** What the account holds, secrets included: `val` of its state. */
  values: Record<string, unknown>
  /** What it held can't be read any more: it counts as EXPIRED. */
  isDamaged: boolean
  /** Which of the account's credentials this is: rises with every other one. */
  version: number
  /** When the credential was granted, and until when it is good; null: unknown. */
  grantedAt: string | null
  expiresAt: string | null
  createdAt: string
  updatedAt: string
} & AccountInspection

/** `expiresAt` null: the provider did not say; absent: whatever the values say themselves. */
type NewAccount = {
  authConfig: AuthConfig
  userId: string
  status: AccountStatus
  values: Record<string, unknown>
  now: Date
  expiresAt?: Date | null | undefined
  about?: AccountInspection | undefined
}

export const newAccountRow = (
  project: Project,
  {
    authConfig,
    userId,
    status,
    values,
    now,
    about = notInspected,
    expiresAt = statedExpiry(authConfig.scheme.mode, values, now),
  }: NewAccount,
): AccountRow => {
  const id = createId('ca_')
  return {
    id,
    uuid: createUuid(),
    project_id: project.id,
    user_id: userId,
    toolkit_slug: authConfig.toolkit,
    auth_config_id: authConfig.id,
    status,
    status_reason: null,
    is_disabled: 0,
    name: null,
    ...toInspectionColumns(about),
    values: encryptValues(project, id, values),
    version: 0,
    ...toGrantColumns(status === 'ACTIVE' ? { at: now, expiresAt } : undefined),
    lease_owner: null,
    lease_until: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
}

/**
 * What is stored of a credential just granted, for which all failures of the former one are
 * forgotten.
 */
export const toGrantColumns = (grant: { at: Date; expiresAt: Date | null } | undefined) => ({
  granted_at: grant?.at.toISOString() ?? null,
  expires_at: grant?.expiresAt?.toISOString() ?? null,
  interrupted_at: null,
  refresh_failures: 0,
  refresh_not_before: null,
})

export const encryptValues = (
  project: Project,
  id: string,
  values: Record<string, unknown>,
): string => project.dataKey.encrypt(JSON.stringify(values), { record: id, field: 'values' })

/** Nothing where the stored text was damaged: then the account is as one without a credential. */
export const decryptValues = (
  project: Project,
  id: string,
  encrypted: string,
): Record<string, unknown> => readValues(project, id, encrypted) ?? {}

const readStored = storedJson('connected_accounts.values', anyObject)

const readValues = (
  project: Project,
  id: string,
  encrypted: string,
): Record<string, unknown> | undefined =>
  unlessDamaged(
    () => readStored(project.dataKey.decrypt(encrypted, { record: id, field: 'values' }), id),
    () => undefined,
  )

/** In these an account waits for its user, or needs them again. */
export const waitingStatuses: readonly AccountStatus[] = [
  'INITIALIZING',
  'INITIATED',
  'EXPIRED',
  'FAILED',
  'REVOKED',
]

export const toAccount = (project: Project, row: AccountRow): ConnectedAccount => {
  const values = readValues(project, row.id, row.values)
  return {
    ...toReadAccount(row, values ?? {}),
    ...(values === undefined && {
      ...damaged,
      status: waitingStatuses.includes(row.status) ? row.status : 'EXPIRED',
    }),
  }
}

const damaged = {
  isDamaged: true,
  statusReason:
    'The stored credential was damaged and cannot be read; its user must connect the account again',
}

const toReadAccount = (row: AccountRow, values: Record<string, unknown>): ConnectedAccount => ({
  id: row.id,
  uuid: row.uuid,
  userId: row.user_id,
  toolkit: row.toolkit_slug,
  authConfigId: row.auth_config_id,
  status: row.status,
  statusReason: row.status_reason,
  isDisabled: row.is_disabled === 1,
  name: row.name,
  values,
  isDamaged: false,
  ...readInspection(row),
  version: row.version,
  grantedAt: row.granted_at,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
