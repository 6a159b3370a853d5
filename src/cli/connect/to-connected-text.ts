import type { Client } from '../../client/index.ts'

type Account = Pick<
  Awaited<ReturnType<Client['connectedAccounts']['get']>>,
  'id' | 'status' | 'identity' | 'verification'
>

/** Says whose account was connected, and whether the API confirmed that. */
export const toConnectedText = (
  { id, status, identity, verification }: Account,
  { toolkit, userId, authConfigId }: { toolkit: string; userId: string; authConfigId: string },
): string => {
  const owner =
    identity?.login ?? identity?.email ?? identity?.name ?? identity?.workspace ?? identity?.id
  const as = owner ? ` as ${owner}` : ''
  return `Connected ${toolkit} for ${userId}${as} (${status}${doubts[verification]}): ${id}, under the auth config ${authConfigId}`
}

const doubts: Record<Account['verification'], string> = {
  verified: '',
  unverified: ', not verified: the API could not be asked',
  none: ', not verified: the toolkit names no request for that',
}
