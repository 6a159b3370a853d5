import type { AccountStatus, LinkConfirmation } from '../../../contract/connected-accounts.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Handle } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import { createSecret } from '../../platform/ids.ts'
import { normalizeShortCode, safeEqual, toShortCode } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import { waitingStatuses } from '../account-row.ts'
import { activate } from '../activate.ts'
import type { InspectedGrant } from '../inspection.ts'
import { accountStore } from '../store.ts'
import { SupersededError, ignoreSuperseded } from '../superseded.ts'
import { grantedOf } from './granted-of.ts'
import { expireConfirmation, type ExpireConfirmationParts } from './expire-confirmation.ts'
import { confirmationStore } from './store.ts'

type Parts = ExpireConfirmationParts & { events: Events }

/** `userId`: whose the account must be. */
export type ConfirmConnection = (
  project: Project,
  of: { id: string; code: string; userId?: string | undefined },
) => Promise<AccountStatus>

const lifetimeMs = 10 * minuteMs
const maximumAttempts = 5

/**
 * Lets an account wait for its project's word. Answers with the code that the project must give;
 * `undefined` when the account does not wait for a confirmation.
 */
export const awaitConfirmation = async (
  transaction: Handle,
  project: Project,
  {
    id,
    confirmation,
    granted,
    now,
  }: { id: string; confirmation: LinkConfirmation; granted: InspectedGrant; now: Date },
): Promise<string | undefined> => {
  const waiting = await accountStore(transaction).updateIn(project.id, id, waitingStatuses, {
    status: 'INITIATED',
    status_reason: 'The user connected the account; it waits for the confirmation by the project',
    updated_at: now.toISOString(),
  })
  if (!waiting) return undefined
  const code = confirmation === 'code' ? toShortCode(createSecret('')) : createSecret('cc_', 128)
  await confirmationStore(transaction).put({
    connected_account_id: id,
    project_id: project.id,
    code_hash: fingerprintOf(project, id, code),
    attempts: 0,
    secrets: project.dataKey.encrypt(JSON.stringify(granted), { record: id, field: 'granted' }),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
  })
  return code
}

/**
 * Makes an account ACTIVE whose project shows the code that came back with the user, or that the
 * user typed in.
 */
export const createConfirmConnection =
  (parts: Parts): ConfirmConnection =>
  async (project, { id, code, userId }) => {
    const account = await accountStore(parts.database.handle).find(project.id, id)
    if (!account)
      throw new ServiceError('not_found', `No connected account "${id}"`, {
        suggestedFix: 'GET /api/v3/connected_accounts lists them',
      })
    if (userId !== undefined && account.user_id !== userId) throw foreign(id)
    const confirmation = await confirmationStore(parts.database.handle).find(project.id, id)
    const now = parts.clock.now()
    if (!confirmation) throw notWaiting(id, account.status)
    if (confirmation.expires_at <= now.toISOString()) throw tooLate(id)
    // Counted before the code is looked at, so that guesses at the same time are bounded too.
    const attempts = await confirmationStore(parts.database.handle).countAttempt(
      confirmation,
      maximumAttempts,
    )
    if (attempts === undefined) throw notWaiting(id)
    if (!safeEqual(confirmation.code_hash, fingerprintOf(project, id, code))) {
      if (attempts === maximumAttempts)
        await expireConfirmation(parts, project, confirmation, {
          from: waitingStatuses,
          to: 'FAILED',
          reason: 'The connection was confirmed with wrong codes too often',
        })
      throw new ServiceError('invalid_request', `This is not the code of the connection of ${id}`, {
        suggestedFix:
          attempts < maximumAttempts
            ? 'Give the confirmation_code that came to your callback_url in the browser of the user, or the code that the page showed'
            : `It was the last attempt. Send the user to a new link: POST /api/v3/connected_accounts/${id}/refresh`,
        errors: ['body.code: another code was given out'],
      })
    }
    const granted = grantedOf(project, id, confirmation.secrets)
    if (!granted) throw tooLate(id)
    const confirmed = await ignoreSuperseded(
      parts.database.transaction(async (transaction) => {
        if (!(await activate(transaction, project, id, granted, now))) return false
        if (!(await confirmationStore(transaction).delete(id, confirmation.code_hash)))
          throw new SupersededError('The connection was confirmed or replaced at the same time')
        await parts.events.publish(transaction, {
          type: 'account.active',
          scope: project.id,
          data: { id },
        })
        return true
      }),
    )
    if (!confirmed) throw notWaiting(id)
    return 'ACTIVE'
  }

/** Nobody who reads the database can find a short code: that takes the key of the project. */
const fingerprintOf = (project: Project, id: string, code: string): string =>
  project.dataKey.fingerprint(code.startsWith('cc_') ? code : normalizeShortCode(code), {
    record: id,
    field: 'confirmation_code',
  })

const notWaiting = (id: string, status?: AccountStatus) =>
  new ServiceError(
    'unprocessable',
    `The connected account ${id} waits for no confirmation${status === undefined ? '' : `; it is ${status}`}`,
    {
      suggestedFix: 'A code is good once; GET the account to see how it stands',
    },
  )

const foreign = (id: string) =>
  new ServiceError(
    'forbidden',
    `The connected account ${id} belongs to another user than the one who would confirm it`,
    {
      suggestedFix:
        'Somebody opened a link that was made for another user. Confirm nothing, and make a link for the user who is signed in',
    },
  )

const tooLate = (id: string) =>
  new ServiceError('unprocessable', `The connection of ${id} was not confirmed in time`, {
    suggestedFix: `Send the user to a new link: POST /api/v3/connected_accounts/${id}/refresh`,
  })
