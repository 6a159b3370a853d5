import type { ChosenAccount, Credential } from '../../accounts/index.ts'
import type { Toolkit } from '../../catalog/index.ts'

/** The API to which a proxied request is sent, and its credential. */
export type ProxyTarget = {
  toolkit: Toolkit
  /** Absent: the toolkit needs none. */
  credential?: Credential
  /** Origins beside the toolkit's hosts that a request may go to, such as that of its provider. */
  origins?: readonly string[]
  /** The stored account to which the credential belongs. */
  account?: ChosenAccount
  userId: string | null
  accountId: string | null
}
