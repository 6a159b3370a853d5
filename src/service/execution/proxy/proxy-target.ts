import type { ChosenAccount, Credential } from '../../accounts/index.ts'
import type { Toolkit } from '../../catalog/index.ts'

/** At whose API a proxied request is made, and as whom. */
export type ProxyTarget = {
  toolkit: Toolkit
  /** Absent: the toolkit needs none. */
  credential?: Credential
  /** Whose credential it is, when it is a stored account's. */
  account?: ChosenAccount
  userId: string | null
  accountId: string | null
}
