import type { Approval, ApprovalProof } from '../../contract/session-approvals.ts'
import type { Project } from '../endpoint/index.ts'
import { createId } from '../platform/ids.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { anyObject, storedJson } from '../platform/stored-json.ts'
import { newApprovalLink, readApprovalUrl } from './approval-link.ts'
import { approvalLifetimeMs, hasExpired, type ApprovalRow } from './store.ts'

/** A call, with everything that its approval is bound to. */
export type GuardedCall = {
  sessionId: string
  userId: string
  toolSlug: string
  toolkit: string
  version: string
  /** Null if the tool needs none. */
  accountId: string | null
  arguments: Record<string, unknown>
}

/** The stored form of a pending call. */
export const newApprovalRow = (
  project: Project,
  call: GuardedCall,
  { digest, proof, now }: { digest: string; proof: ApprovalProof | null; now: Date },
): ApprovalRow => {
  const id = createId('apr_')
  const storesData = project.config.log_visibility_setting === 'show_all'
  return {
    id,
    project_id: project.id,
    session_id: call.sessionId,
    user_id: call.userId,
    tool_slug: call.toolSlug,
    toolkit_slug: call.toolkit,
    tool_version: call.version,
    connected_account_id: call.accountId,
    digest,
    live_digest: digest,
    arguments: storesData
      ? project.dataKey.encrypt(JSON.stringify(call.arguments), { record: id, field: 'arguments' })
      : null,
    status: 'pending',
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + approvalLifetimeMs).toISOString(),
    decided_at: null,
    decided_by: null,
    used_at: null,
    // Without readable arguments, people would approve blindly.
    proof: storesData ? proof : null,
    code_attempts: 0,
    ...(storesData && proof === 'link'
      ? newApprovalLink(project, id)
      : { link_hash: null, link_token: null }),
  }
}

/** In the format of answers. */
export const toApproval = (
  project: Project,
  row: ApprovalRow,
  { now, publicUrl }: { now: string; publicUrl: string },
): Approval => ({
  approval_id: row.id,
  session_id: row.session_id,
  user_id: row.user_id,
  tool_slug: row.tool_slug,
  toolkit: row.toolkit_slug,
  version: row.tool_version,
  connected_account_id: row.connected_account_id,
  arguments: readArguments(project, row, (unreadable) => ({ unreadable })),
  status:
    (row.status === 'pending' || row.status === 'approved') && hasExpired(row, now)
      ? 'expired'
      : row.status,
  created_at: row.created_at,
  expires_at: row.expires_at,
  decided_at: row.decided_at,
  used_at: row.used_at,
  approval_url:
    row.status === 'pending' && !hasExpired(row, now)
      ? readApprovalUrl(project, row, publicUrl)
      : null,
})

const readStored = storedJson('session_approvals.arguments', anyObject)

/** `otherwise` replaces damaged values. */
export const readArguments = <Other>(
  project: Project,
  { id, arguments: stored }: Pick<ApprovalRow, 'id' | 'arguments'>,
  otherwise: (reason: string) => Other,
): Record<string, unknown> | null | Other =>
  stored === null
    ? null
    : unlessDamaged(
        () => readStored(project.dataKey.decrypt(stored, { record: id, field: 'arguments' }), id),
        otherwise,
      )
