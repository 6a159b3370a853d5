import type { ConnectedIdentity } from '../../contract/connected-accounts.ts'
import { z } from 'zod'
import { quote } from '../platform/quote.ts'
import { outline, storedJson } from '../platform/stored-json.ts'

/** What the API said of an account when it was connected. */
export type AccountInspection = {
  verification: 'verified' | 'unverified' | 'none'
  /** When the API accepted the credential. */
  verifiedAt: string | null
  /** Texts of a third party: cleaned, and at most 200 characters each. */
  identity: ConnectedIdentity | null
}

/** Of an account whose API was not asked. */
export const notInspected: AccountInspection = {
  verification: 'none',
  verifiedAt: null,
  identity: null,
}

/** What is stored of it. Identity is personal data, and deleted with the account. */
export const toInspectionColumns = ({ verification, verifiedAt, identity }: AccountInspection) => ({
  verification,
  verified_at: verifiedAt,
  identity: identity === null ? null : JSON.stringify(identity),
})

const text = z.string().nullable()

const readIdentity = storedJson(
  'connected_accounts.identity',
  outline<ConnectedIdentity>({
    id: text,
    name: text,
    email: text,
    login: text,
    workspace: text,
    url: text,
  }),
)

export const readInspection = (row: {
  id: string
  verification: AccountInspection['verification']
  verified_at: string | null
  identity: string | null
}): AccountInspection => ({
  verification: row.verification,
  verifiedAt: row.verified_at,
  identity: row.identity === null ? null : readIdentity(row.identity, row.id),
})

/** The fields of an answer of the interface. */
export const toOwnerFields = ({ verification, verifiedAt, identity }: AccountInspection) => ({
  identity,
  verification,
  verified_at: verifiedAt,
})

/** The name under which a person recognizes the account, if the API said any. */
export const nameOfOwner = (identity: ConnectedIdentity | null): string | undefined =>
  identity === null
    ? undefined
    : (identity.login ??
      identity.email ??
      identity.name ??
      identity.workspace ??
      identity.id ??
      undefined)

/** ` as "ada"`, for a sentence that says that an account is connected. */
export const ownerSuffix = ({ identity }: Pick<AccountInspection, 'identity'>): string => {
  const name = nameOfOwner(identity)
  return name === undefined ? '' : ` as ${quote(name)}`
}
