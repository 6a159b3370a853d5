import { PlugboardError, type CallOptions, type Client } from '../../client/index.ts'
import { pause } from '../../client/pause.ts'
import type { LinkConfirmation } from '../../contract/index.ts'

/** A connected account as the service gives it. */
export type ConnectedAccount = Awaited<ReturnType<Client['connectedAccounts']['get']>>

export type WaitOptions = {
  signal?: AbortSignal | undefined
  /** Default: 10 minutes. */
  timeoutMs?: number | undefined
  /** Between two looks at the account; default: 1 second. */
  intervalMs?: number | undefined
  /** What the user typed in: the code that the page of the link showed. It is given first. */
  code?: string | undefined
}

/** A connection that a user still has to make. */
export type ConnectionRequest = {
  toolkit: string
  /** What the user opens in a browser. Give it to nobody else. */
  redirectUrl: string
  connectedAccountId: string
  /** When the link ends, as ISO time. */
  expiresAt: string
  /**
   * Who confirms the connection: your callback, with `session.confirmConnection(request)`; or the
   * user, who types in the `code` that the page shows. Null: as the session or the project says.
   */
  confirmation: LinkConfirmation | null
  /**
   * The account, as soon as it is ACTIVE. Throws `connection_failed` when the user refused or was
   * too late, `timeout`, or `aborted`.
   */
  waitForConnection: (options?: WaitOptions) => Promise<ConnectedAccount>
}

/** A request that watches its account in the service. */
export const toConnectionRequest = (
  client: Client,
  request: Omit<ConnectionRequest, 'waitForConnection'>,
): ConnectionRequest => ({
  ...request,
  waitForConnection: (options = {}) => waitForConnection(client, request, options),
})

const defaultTimeoutMs = 10 * 60_000

const waitForConnection = async (
  client: Client,
  { toolkit, connectedAccountId }: Pick<ConnectionRequest, 'toolkit' | 'connectedAccountId'>,
  { signal, timeoutMs = defaultTimeoutMs, intervalMs = 1000, code }: WaitOptions,
): Promise<ConnectedAccount> => {
  const deadline = Date.now() + timeoutMs
  if (code !== undefined) await confirm(client, { id: connectedAccountId, code }, { signal })
  for (;;) {
    const account = await client.connectedAccounts.get(
      { params: { nanoid: connectedAccountId } },
      { signal },
    )
    if (account.status === 'ACTIVE') return account
    if (account.status !== 'INITIATED' && account.status !== 'INITIALIZING')
      throw connectionFailed(toolkit, account)
    const left = deadline - Date.now()
    if (left <= 0) throw tooLate(toolkit, account, timeoutMs)
    await pause(Math.min(intervalMs, left), signal)
  }
}

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

/** Why an account is not connected. */
export const connectionFailed = (
  toolkit: string,
  { id, status, status_reason }: ConnectedAccount,
): PlugboardError =>
  new PlugboardError(
    'connection_failed',
    `The connection to "${toolkit}" was not made: account ${id} is ${status}${status_reason === null ? '' : ` (${status_reason})`}`,
    {
      suggestedFix: 'Ask for another link with session.authorize',
    },
  )

const tooLate = (
  toolkit: string,
  { id, status_reason }: ConnectedAccount,
  timeoutMs: number,
): PlugboardError =>
  new PlugboardError(
    'timeout',
    `The user has not connected "${toolkit}" within ${timeoutMs} ms (account ${id}${status_reason === null ? '' : `: ${status_reason}`})`,
    {
      suggestedFix:
        status_reason === null
          ? 'Remind the user of the link and wait again, or ask for another link with session.authorize'
          : 'Wait with the `code` that the page showed the user, or give the request of your callback to session.confirmConnection',
    },
  )
