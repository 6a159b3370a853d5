import { PlugboardError, type CallOptions, type Client } from '../../client/index.ts'
import { pause } from '../../client/pause.ts'
import type { LinkConfirmation } from '../../contract/index.ts'

/** A connected account, as the service returns it. */
export type ConnectedAccount = Awaited<ReturnType<Client['connectedAccounts']['get']>>

export type WaitOptions = {
  signal?: AbortSignal | undefined
  /** Milliseconds; default: 10 minutes. */
  timeoutMs?: number | undefined
  /** Milliseconds between checks of the account; default: 1 second. */
  intervalMs?: number | undefined
  /**
   * The code that the link's page showed and the user entered in your application. It is submitted
   * before waiting.
   */
  code?: string | undefined
}

/** A connection that the user has not completed yet. */
export type ConnectionRequest = {
  toolkit: string
  /** The address for the user to open in a browser. Do not share it with anybody else. */
  redirectUrl: string
  connectedAccountId: string
  /** Expiry of the link, as an ISO 8601 timestamp. */
  expiresAt: string
  /**
   * Who confirms the connection: your callback (`callback`), with
   * `session.confirmConnection(request)`, or the user (`code`), by entering the code that the page
   * shows. Null: as configured for the session or project.
   */
  confirmation: LinkConfirmation | null
  /**
   * Resolves with the account once it is ACTIVE. Throws `connection_failed` if the user refused or
   * the link expired, `timeout`, or `aborted`.
   */
  waitForConnection: (options?: WaitOptions) => Promise<ConnectedAccount>
}

/** Creates a connection request that polls its account. */
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
 * Submits the confirmation code of a connection. Repeating it, for example when a callback page is
 * reloaded, has no effect.
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

/** The error for an account that could not be connected. */
export const connectionFailed = (
  toolkit: string,
  { id, status, status_reason }: ConnectedAccount,
): PlugboardError =>
  new PlugboardError(
    'connection_failed',
    `"${toolkit}" was not connected: account ${id} is ${status}${status_reason === null ? '' : ` (${status_reason})`}`,
    {
      suggestedFix: 'Create another link with session.authorize',
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
          ? 'Remind the user of the link and wait again, or create another link with session.authorize'
          : "Pass the `code` that the page showed to the user, or pass your callback's request to session.confirmConnection",
    },
  )
