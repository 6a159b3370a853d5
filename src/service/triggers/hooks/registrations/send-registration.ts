import type { TriggerWebhook } from '../../../../contract/import-trigger-webhook.ts'
import { dayMs, minuteMs } from '../../../platform/clock.ts'
import { createUuid } from '../../../platform/ids.ts'
import type { TriggerSource } from '../../find-source.ts'
import { selectPath, toText } from '../../requests/select-path.ts'
import { sendRequest } from '../../requests/send-request.ts'
import { TriggerFailure } from '../../requests/trigger-failure.ts'
import { hookUrl, type Hook } from '../hook-address.ts'
import { callsOf, type RegistrationParts, type RegistrationTask } from './registration-task.ts'

type Register = NonNullable<TriggerWebhook['register']>

/** `register`: the request to send, of a registration or a renewal. */
export type Registering = {
  source: TriggerSource
  webhook: TriggerWebhook
  register: Pick<Register, 'request' | 'keep' | 'lifetime'>
  hook: Hook
  /** The kept values of the registration that is renewed. */
  registration?: Record<string, unknown>
}

/** What is stored of the provider's answer. */
export type Registered = {
  registration: Record<string, unknown>
  /** If the answer holds it. */
  secret: string | undefined
  expiresAt: string | undefined
  renewAt: string | undefined
}

/** Sends the request of a registration or renewal; every failure is a `TriggerFailure`. */
export const sendRegistration = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  { source, webhook, register, hook, registration }: Registering,
): Promise<Registered> => {
  const now = parts.clock.now()
  const from = webhook.secret
  const { data } = await sendRequest(callsOf(parts, task, source), register.request, {
    config: source.config,
    registration: registration ?? {},
    hook_url: hookUrl(parts.publicUrl(), hook),
    secret: from?.from === 'generated' ? hook.secret : undefined,
    unique_id: createUuid(),
    ...expiryValues(register.lifetime, now),
  })
  const kept = Object.entries(register.keep ?? {}).map(([name, path]): [string, unknown] => [
    name,
    required(data, path),
  ])
  const answered = from?.from === 'answer' ? selectPath(data, from.path) : undefined
  const secret = typeof answered === 'string' && answered !== '' ? answered : undefined
  // The answer to a renewal may leave it out.
  if (from?.from === 'answer' && secret === undefined && !registration) throw noValue(from.path)
  return {
    registration: { ...registration, ...Object.fromEntries(kept) },
    secret,
    ...expiryOf(register.lifetime, data, now),
  }
}

/** Reads the secret of a new registration with the request that the trigger type declares for it. */
export const requestSecret = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  { source, webhook }: Pick<Registering, 'source' | 'webhook'>,
  registration: Record<string, unknown>,
): Promise<string | undefined> => {
  const { secret: from } = webhook
  if (from?.from !== 'request') return undefined
  const { data } = await sendRequest(callsOf(parts, task, source), from.request, {
    config: source.config,
    registration,
  })
  const secret = selectPath(data, from.path)
  if (typeof secret !== 'string' || secret === '') throw noValue(from.path)
  return secret
}

const noValue = (path: string) =>
  new TriggerFailure('never', `The answer to the registration has no value at "${path}"`)

/**
 * An answer without the value is a failure, whatever its status: some APIs report failures with 200,
 * and without the value the hook could not be removed.
 */
const required = (data: unknown, path: string): unknown => {
  const value = selectPath(data, path) ?? undefined
  if (value === undefined) throw noValue(path)
  return value
}

const expiryValues = (lifetime: Register['lifetime'], now: Date) => {
  if (lifetime?.seconds === undefined) return {}
  const end = now.getTime() + lifetime.seconds * 1000
  return {
    expires_at: new Date(end).toISOString(),
    expires_at_seconds: Math.floor(end / 1000),
    expires_at_milliseconds: end,
  }
}

/** The shortest time between renewals, whatever the answer says. */
const shortestMs = minuteMs
/** Longer lifetimes are cut off, so that the time of the renewal is a valid date. */
const longestMs = 10 * 365 * dayMs

const expiryOf = (
  lifetime: Register['lifetime'],
  data: unknown,
  now: Date,
): Pick<Registered, 'expiresAt' | 'renewAt'> => {
  const end = lifetime && endOf(lifetime, data, now)
  if (end === undefined) return { expiresAt: undefined, renewAt: undefined }
  const left = Math.min(end - now.getTime(), longestMs)
  return {
    expiresAt: new Date(now.getTime() + Math.max(left, 0)).toISOString(),
    renewAt: new Date(now.getTime() + Math.max(0.75 * left, shortestMs)).toISOString(),
  }
}

const endOf = (
  { seconds, until }: NonNullable<Register['lifetime']>,
  data: unknown,
  now: Date,
): number => {
  const text = until && toText(selectPath(data, until.path) ?? undefined)
  const stated = until && text ? toTime(text, until.format) : Number.NaN
  if (!Number.isNaN(stated)) return stated
  if (seconds !== undefined) return now.getTime() + seconds * 1000
  throw new TriggerFailure(
    'never',
    `The answer to the registration has no time at "${until?.path ?? ''}"`,
  )
}

const toTime = (text: string, format: 'date' | 'seconds' | 'milliseconds'): number => {
  if (format === 'date') return Date.parse(text)
  return /^\d{1,15}$/.test(text) ? Number(text) * (format === 'seconds' ? 1000 : 1) : Number.NaN
}
