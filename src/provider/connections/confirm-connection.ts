import { PlugboardError, type CallOptions, type Client } from '../../client/index.ts'
import { confirm, connectionFailed, type ConnectedAccount } from './connection-request.ts'

/**
 * The request that your `callbackUrl` received, from any server framework, or its URL; or the code
 * that the user entered.
 */
export type CallbackRequest =
  | string
  | URL
  | { readonly url?: string | undefined }
  | { connectedAccountId: string; code: string }

type Callback = { connectedAccountId: string | null; code: string | null; isFailed: boolean }

/** Confirms that the user of a session, and nobody else, used a link. */
export const confirmConnection = async (
  client: Client,
  { userId }: { userId: string },
  request: CallbackRequest,
  options: CallOptions,
): Promise<ConnectedAccount> => {
  const { connectedAccountId: id, code, isFailed } = readCallback(request)
  if (id === null || id === '') throw nothingToConfirm()
  if (code !== null) return confirm(client, { id, code, userId }, options)
  const account = await client.connectedAccounts.get({ params: { nanoid: id } }, options)
  if (account.user_id !== userId) throw foreign(id)
  if (account.status === 'ACTIVE' && !isFailed) return account
  throw connectionFailed(account.toolkit.slug, account)
}

const readCallback = (request: CallbackRequest): Callback => {
  if (typeof request === 'object' && 'code' in request) return { ...request, isFailed: false }
  const address =
    typeof request === 'string' ? request : request instanceof URL ? request.href : request.url
  // Node's HTTP server only provides the path.
  const query = new URL(address ?? '', 'http://callback.invalid').searchParams
  return {
    connectedAccountId: query.get('connected_account_id'),
    code: query.get('confirmation_code'),
    isFailed: query.get('status') === 'failed',
  }
}

const nothingToConfirm = (): PlugboardError =>
  new PlugboardError(
    'connection_failed',
    'The request has no connected_account_id, so it does not come from a link',
    {
      suggestedFix:
        'Pass the request that the callbackUrl of session.authorize received, with its complete query',
    },
  )

const foreign = (id: string): PlugboardError =>
  new PlugboardError(
    'forbidden',
    `The connected account ${id} belongs to a different user than this session`,
    {
      suggestedFix:
        'Use a session of the user who is signed in. A link for another user connects nothing here',
    },
  )
