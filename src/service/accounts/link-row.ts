import { z } from 'zod'
import type { LinkConfirmation } from '../../contract/connected-accounts.ts'
import type { Project } from '../endpoint/index.ts'
import { minuteMs } from '../platform/clock.ts'
import { createId, createSecret } from '../platform/ids.ts'
import { hashToken, unlessDamaged } from '../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../platform/stored-json.ts'
import type { LinkRow } from './store.ts'

/**
 * What a link keeps encrypted: the values that its form begins with, and the token of a link that
 * is shown again.
 */
type LinkSecrets = { token?: string; values?: Record<string, unknown> }

export type NewLink = {
  accountId: string
  callbackUrl: string | null
  confirmation: LinkConfirmation | undefined
  values?: Record<string, unknown> | undefined
  offerKey?: string | undefined
  now: Date
}

const lifetimeMs = 30 * minuteMs

/** A new link, and its token: the only time that it is known. */
export const newLinkRow = (
  project: Project,
  { accountId, callbackUrl, confirmation, values, offerKey, now }: NewLink,
  id = createId('link_'),
): { row: LinkRow; token: string } => {
  const token = createSecret('lk_', 128)
  const secrets: LinkSecrets = {
    ...(values && { values }),
    ...(offerKey !== undefined && { token }),
  }
  const row = {
    id,
    token_hash: hashToken(token),
    project_id: project.id,
    connected_account_id: accountId,
    offer_key: offerKey ?? null,
    callback_url: callbackUrl,
    confirmation: confirmation ?? null,
    secrets: project.dataKey.encrypt(JSON.stringify(secrets), { record: id, field: 'secrets' }),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
    used_at: null,
    browser_hash: null,
  }
  return { row, token }
}

const readSecrets = storedJson(
  'link_sessions.secrets',
  outline<LinkSecrets>({ token: z.string().optional(), values: anyObject.optional() }),
)

/**
 * Nothing where the stored text was damaged: the form then begins empty, and another link is shown
 * instead of this one.
 */
export const secretsOfLink = (
  project: Project,
  link: Pick<LinkRow, 'id' | 'secrets'>,
): LinkSecrets =>
  unlessDamaged(
    () =>
      readSecrets(
        project.dataKey.decrypt(link.secrets, { record: link.id, field: 'secrets' }),
        link.id,
      ),
    () => ({}),
  )
