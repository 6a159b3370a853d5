import { createSecret } from '../platform/ids.ts'
import { hashToken, unlessDamaged } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { ApprovalRow } from './store.ts'

type Link = Pick<ApprovalRow, 'link_hash' | 'link_token'>

/**
 * The address with which alone a new approval is decided, as it is stored: found by its hash, and
 * encrypted to be shown again.
 */
export const newApprovalLink = (project: Project, id: string): Link => {
  const token = createSecret('al_')
  return {
    link_hash: hashToken(token),
    link_token: project.dataKey.encrypt(token, { record: id, field: 'link_token' }),
  }
}

type Addressed = Pick<ApprovalRow, 'id' | 'link_token' | 'proof'>

/**
 * Where a person decides with the least proof that the session asks for; null where no page is
 * offered. For those who may decide themselves, and for browsers.
 */
export const readApprovalUrl = (
  project: Project,
  row: Addressed,
  publicUrl: string,
): string | null => {
  const { id, link_token: stored } = row
  const proving = toProvingUrl(row, publicUrl)
  return stored === null
    ? proving
    : unlessDamaged(
        () =>
          `${publicUrl}/approve/${project.dataKey.decrypt(stored, { record: id, field: 'link_token' })}`,
        () => proving,
      )
}

/** Where a person decides with a code or a ticket: nothing that a model must not have. */
export const toProvingUrl = (
  { id, proof }: Pick<ApprovalRow, 'id' | 'proof'>,
  publicUrl: string,
): string | null => (proof === null ? null : `${publicUrl}/approve/${id}`)
