import { createSecret } from '../platform/ids.ts'
import { hashToken, unlessDamaged } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { ApprovalRow } from './store.ts'

type Link = Pick<ApprovalRow, 'link_hash' | 'link_token'>

/**
 * The secret URL that suffices to decide an approval, as stored: a hash for lookups, and the
 * encrypted URL to show it again.
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
 * The URL where a person decides with the minimum proof that the session requires; null if there is
 * no page. Only for authorized deciders and browsers.
 */
export const readApprovalUrl = (
  project: Project,
  row: Addressed,
  publicUrl: string,
): string | null => {
  const { id, link_token: stored } = row
  const proving = toProofUrl(row, publicUrl)
  return stored === null
    ? proving
    : unlessDamaged(
        () =>
          `${publicUrl}/approve/${project.dataKey.decrypt(stored, { record: id, field: 'link_token' })}`,
        () => proving,
      )
}

/** The URL where a person decides with a code or a ticket, which a model may know. */
export const toProofUrl = (
  { id, proof }: Pick<ApprovalRow, 'id' | 'proof'>,
  publicUrl: string,
): string | null => (proof === null ? null : `${publicUrl}/approve/${id}`)
