import type { AccountStatus } from '../../contract/connected-accounts.ts'
import type { AuthConfig } from '../auth-configs/auth-config.ts'
import { createId, createUuid } from '../platform/ids.ts'
import type { Project } from '../projects/project.ts'
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
  /** What the account holds, secrets included: `val` of its state. */
  values: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

export type NewAccount = { authConfig: AuthConfig; userId: string; status: AccountStatus; values: Record<string, unknown>; now: Date }

export const newAccountRow = (project: Project, { authConfig, userId, status, values, now }: NewAccount): AccountRow => {
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
    values: project.dataKey.encrypt(JSON.stringify(values), { record: id, field: 'values' }),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
}

export const toAccount = (project: Project, row: AccountRow): ConnectedAccount => ({
  id: row.id,
  uuid: row.uuid,
  userId: row.user_id,
  toolkit: row.toolkit_slug,
  authConfigId: row.auth_config_id,
  status: row.status,
  statusReason: row.status_reason,
  isDisabled: row.is_disabled === 1,
  values: JSON.parse(project.dataKey.decrypt(row.values, { record: row.id, field: 'values' })) as Record<string, unknown>,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
