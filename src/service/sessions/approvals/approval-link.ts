import { createSecret } from '../../platform/ids.ts'
import { hashToken, unlessDamaged } from '../../platform/secrets/index.ts'
import type { Project } from '../../projects/project.ts'
import type { ApprovalRow } from './store.ts'

type Link = Pick<ApprovalRow, 'link_hash' | 'link_token'>

/** The address of a new approval's page, as it is stored: found by its hash, and encrypted to be shown again. */
export const newApprovalLink = (project: Project, id: string): Link => {
  const token = createSecret('al_')
  return { link_hash: hashToken(token), link_token: project.dataKey.encrypt(token, { record: id, field: 'link_token' }) }
}

/** Where a person decides; null where no page is offered, or where what was stored was damaged. */
export const readApprovalUrl = (project: Project, { id, link_token: stored }: Pick<ApprovalRow, 'id' | 'link_token'>, publicUrl: string): string | null =>
  stored === null ? null : unlessDamaged(() => `${publicUrl}/approve/${project.dataKey.decrypt(stored, { record: id, field: 'link_token' })}`, () => null)
