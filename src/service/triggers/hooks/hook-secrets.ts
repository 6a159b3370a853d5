import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import type { TriggerSource } from '../find-source.ts'
import { selectPath } from '../requests/select-path.ts'

/** More are not tried: each costs a verification. */
const maximumSecrets = 5

/**
 * The secrets, or public keys, that deliveries of an instance may be signed with: the one that was
 * kept of its registration or handshake, or those that the operator or the account gave. Empty
 * while there is none.
 */
export const hookSecrets = (
  { secret: from }: TriggerWebhook,
  kept: string | undefined,
  { config, account }: Pick<TriggerSource, 'config' | 'account'>,
): string[] => {
  switch (from?.from) {
    case 'config':
      return textsIn(selectPath(config, from.path))
    case 'auth_config':
      return textsIn(selectPath(authConfigValues(account), from.path))
    case 'account':
      return textsIn(selectPath(account?.account.values, from.path))
    case 'generated':
    case 'answer':
    case 'request':
    case 'handshake':
    case undefined:
      return textsIn(kept)
    default:
      return from satisfies never
  }
}

/** What an auth config holds for all of its accounts, such as the secret of its application. */
export const authConfigValues = (account: TriggerSource['account']): Record<string, unknown> => ({
  ...account?.authConfig.sharedCredentials,
  ...account?.authConfig.credentials,
})

const textsIn = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((each) => typeof each === 'string' && each !== '')
    .map(String)
    .slice(0, maximumSecrets)
