import { PlugboardError, type CallOptions, type Client } from '../../client/index.ts'
import type { ConnectedAccount } from './connection-request.ts'

/**
 * Gives the code of a connection; a page that is loaded again confirms nothing twice, and fails at
 * nothing.
 */
export const confirm = async (
  client: Client,
  { id, code, userId }: { id: string; code: string; userId?: string | undefined },
  options: CallOptions,
): Promise<ConnectedAccount> => {
  const params = { nanoid: id }
  const read = () =>
    client.connectedAccounts.get({ params }, { ...options, idempotencyKey: undefined })
  try {
    await client.connectedAccounts.confirm({ params, body: { code, user_id: userId } }, options)
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.slug !== 'unprocessable') throw error
    const account = await read()
    if (account.status === 'ACTIVE') return account
    throw error
  }
  return read()
}
