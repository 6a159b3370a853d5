import { callbackUrl } from '../../contract/common.ts'
import type { LinkConfirmation } from '../../contract/connected-accounts.ts'
import { applicationProblem, type AuthConfig } from '../auth-configs/index.ts'
import { findScheme } from '../auth-schemes/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { rejectDisabled, unsupportedScheme } from './account.ts'
import { destinationOf } from './connecting/connection-values.ts'

/** What a new connection is begun with. */
export type LinkRequest = {
  userId: string
  callbackUrl?: string | undefined
  confirmation?: LinkConfirmation | undefined
  /** Known values of the connection (spec 2.4), those that only say how to connect among them. */
  values?: Record<string, unknown> | undefined
}

/** Values are those that the connection begins with: they may hold a client of their own. */
export const isLinkable = (authConfig: AuthConfig, now: Date): boolean =>
  authConfig.status === 'ENABLED' &&
  authConfig.scheme.mode !== 'NO_AUTH' &&
  findScheme(authConfig.scheme.mode) !== undefined &&
  applicationProblem(authConfig, now) === undefined

export const rejectUnlinkable = (
  authConfig: AuthConfig,
  now: Date,
  values: Record<string, unknown> = {},
): void => {
  rejectDisabled(authConfig, 'unprocessable')
  if (!findScheme(authConfig.scheme.mode)) throw unsupportedScheme(authConfig.scheme.mode)
  if (authConfig.scheme.mode === 'NO_AUTH') {
    throw new ServiceError(
      'unprocessable',
      `The toolkit "${authConfig.toolkit}" needs no credentials, so there is nothing to ask a user for`,
      { suggestedFix: 'Use its tools without a connection' },
    )
  }
  const problem = applicationProblem(authConfig, now, values)
  if (problem !== undefined)
    throw new ServiceError(
      'unprocessable',
      `No user can be sent to the provider of "${authConfig.toolkit}" yet: ${lowerFirst(problem)} (${authConfig.id})`,
      {
        suggestedFix: `Run "plugboard toolkits setup ${authConfig.toolkit}", or register an application at the provider and send its id and secret with PATCH /api/v3/auth_configs/${authConfig.id}`,
      },
    )
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** How a connection is confirmed: as its link says, and at least as its project does. */
export const confirmationOf = (
  project: Project,
  requested: LinkConfirmation | null | undefined,
): LinkConfirmation | null =>
  requested ?? (project.config.require_connection_confirmation ? 'callback' : null)

/** Whether the code can come to where it is needed. */
export const canBeConfirmed = (
  project: Project,
  requested: LinkConfirmation | null | undefined,
  callback: string | null | undefined,
): boolean => confirmationOf(project, requested) !== 'callback' || typeof callback === 'string'

/**
 * Where the browser goes in the end; refuses a value that is no address, and none where the project
 * must hear of the connection.
 */
export const callbackOf = (
  project: Project,
  { callbackUrl: named, confirmation, values }: Omit<LinkRequest, 'userId'>,
): string | null => {
  const destination = named === undefined ? destinationOf(values) : undefined
  const parsed = destination && callbackUrl.safeParse(destination.url)
  if (destination && !parsed?.success) {
    throw new ServiceError(
      'invalid_request',
      `"${destination.field}" is no address that a browser can be sent to`,
      {
        suggestedFix:
          'Give an absolute http or https address without a user name or password, or leave it out',
        errors: [
          `${destination.field}: ${parsed?.error?.issues[0]?.message ?? 'must be an address'}`,
        ],
      },
    )
  }
  const callback = named ?? parsed?.data ?? null
  if (canBeConfirmed(project, confirmation, callback)) return callback
  const why =
    confirmation === undefined
      ? 'This project confirms each connection'
      : 'This connection is to be confirmed'
  throw new ServiceError(
    'unprocessable',
    `${why} with a code that comes to its callback_url, and this request names none`,
    {
      suggestedFix:
        'Send a callback_url; or send "confirmation": "code", so that the page shows the code and the user types it in at your application',
    },
  )
}

/**
 * Which of the texts a caller gives begins each `state`; refuses one that could not be told from
 * the rest of an address.
 */
export const statePrefixOf = (values: Record<string, unknown> | undefined): string => {
  const prefix = values?.['state_prefix'] ?? ''
  if (typeof prefix === 'string' && /^[\w.~:-]{0,128}$/.test(prefix)) return prefix
  throw new ServiceError(
    'invalid_request',
    'state_prefix must be at most 128 letters, digits and "-", "_", ".", "~" or ":"',
    { suggestedFix: 'Shorten it, or leave it out', errors: ['state_prefix: has another form'] },
  )
}
