import type { Granted } from '../../auth-schemes/index.ts'
import type { ChosenAccount } from '../account.ts'
import { withoutNull } from '../without-null.ts'

/** The account with a credential that was just granted in the place of its former one. */
export const withGrant = (
  { account, authConfig }: ChosenAccount,
  { values, expiresAt }: Granted,
  at: Date,
): ChosenAccount => ({
  account: {
    ...account,
    values: withoutNull({ ...account.values, ...values }),
    version: account.version + 1,
    statusReason: null,
    grantedAt: at.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    updatedAt: at.toISOString(),
  },
  authConfig,
})
