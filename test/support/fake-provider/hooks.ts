import { randomBytes } from 'node:crypto'
import type { TriggerWebhook } from '../../../src/contract/import-trigger-webhook.ts'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import type { ReceivedRequest } from '../start-upstream.ts'
import { answerProblem, makeHandshake } from './handshake.ts'
import { makeEvent } from './make-event.ts'
import { successResponse } from './rules.ts'
import { signDelivery, type Shared, type Signed } from './sign-delivery.ts'
import type { SigningKeys } from './signing-keys.ts'
import { readTemplate, type Captured } from './templates.ts'
import { get, put, type Answer, type Json } from './values.ts'

/** How an event is sent: as the recipe says, or as it must not be. */
type Sending = 'valid' | 'altered' | 'unsigned' | 'old'

type Sent = { status: number; text: string; payloads: unknown[] }

export type Hooks = {
  /** What the values of a trigger instance and its account are, on both sides. */
  open(slug: string, values: { config: object; account: object; auth_config: object }): void
  /** The answer to a request about a registration; undefined for any other. */
  answer(request: ReceivedRequest): Promise<Answer | undefined>
  /** A person enters an address in the provider's console. */
  enter(slug: string, url: string): Promise<void>
  isRegistered(slug: string): boolean
  send(slug: string, number: number, sending?: Sending): Promise<Sent>
  /** The last one again, byte for byte. */
  repeat(slug: string): Promise<Sent>
  /** What the service did otherwise than the recipe says. */
  problems: string[]
}

type Hook = {
  webhook: TriggerWebhook
  shared: Shared
  /** What the service keeps of each registration that was not removed. */
  registrations: Json[]
  made: number
  last: Signed | undefined
}

/** The secret that a provider makes, or an operator finds in its console. */
export const madeSecret = (webhook: TriggerWebhook, publicKey: string | undefined): string => {
  const { signature } = webhook
  if (publicKey !== undefined) return publicKey
  const bytes = randomBytes(32)
  if (!signature || !('secret_encoding' in signature)) return bytes.toString('hex')
  const { secret_encoding: encoding, secret_prefix: prefix } = signature
  return prefix + bytes.toString(encoding === 'base64' ? 'base64' : 'hex')
}

/** Registrations of the trigger types of a recipe, and the events that are pushed to them. */
export const createHooks = (recipe: Recipe, keys: SigningKeys, now: () => Date): Hooks => {
  const hooks = new Map<string, Hook>()
  const problems: string[] = []
  const hookOf = (slug: string): Hook => {
    const hook = hooks.get(slug)
    if (!hook) throw new Error(`The trigger type ${slug} was not opened`)
    return hook
  }

  const verify = async (slug: string, hook: Hook): Promise<void> => {
    const { handshake } = hook.webhook
    if (!handshake) return
    const { request, expected } = makeHandshake(hook.webhook, hook.shared, now())
    const answer = await fetch(request.url, {
      method: handshake.method,
      headers: request.headers,
      ...(handshake.method === 'POST' && { body: request.body }),
    })
    const problem = await answerProblem(answer, expected)
    if (problem !== undefined) problems.push(`${slug}: handshake: ${problem}`)
  }

  const register = async (slug: string, hook: Hook, found: Captured): Promise<Answer> => {
    const { register: declared, secret, signature } = hook.webhook
    const url = found['hook_url']
    if (typeof url !== 'string') problems.push(`${slug}: the registration names no address`)
    hook.shared.url = String(url)
    if (secret?.from === 'generated') hook.shared.secret = String(found['secret'])
    const made = successResponse(recipe.answers)
    const registration = keep(hook, made, declared?.keep)
    hook.registrations.push(registration)
    hook.shared.values['registration'] = registration
    if (secret?.from === 'answer') put(made.body, secret.path, hook.shared.secret)
    const until = declared?.lifetime?.until
    if (until) put(made.body, until.path, endOf(until.format, now(), declared.lifetime?.seconds))
    if (signature || secret || hook.webhook.handshake) await verify(slug, hook)
    return made
  }

  const answerOf = async (
    slug: string,
    hook: Hook,
    request: ReceivedRequest,
  ): Promise<Answer | undefined> => {
    const { register: declared, renew, unregister, secret } = hook.webhook
    const asked = secret?.from === 'request' ? readTemplate(secret.request, request) : undefined
    if (asked && secret?.from === 'request') {
      const made = successResponse(recipe.answers)
      put(made.body, secret.path, hook.shared.secret)
      return made
    }
    const removed = unregister && readTemplate(unregister.request, request)
    const named = removed && hook.registrations.filter((each) => isNamed(each, removed))
    if (named && named.length > 0) {
      hook.registrations = hook.registrations.filter((each) => !named.includes(each))
      return successResponse(recipe.answers)
    }
    const renewed = renew && readTemplate(renew.request, request)
    if (renew && renewed && hook.registrations.some((each) => isNamed(each, renewed))) {
      const made = successResponse(recipe.answers)
      for (const each of hook.registrations.filter((one) => isNamed(one, renewed)))
        Object.assign(each, keep(hook, made, renew.keep))
      const until = declared?.lifetime?.until
      if (until) put(made.body, until.path, endOf(until.format, now(), declared.lifetime?.seconds))
      return made
    }
    const found = declared && readTemplate(declared.request, request)
    return found && register(slug, hook, found)
  }

  const post = async (hook: Hook, signed: Signed): Promise<{ status: number; text: string }> => {
    hook.last = signed
    const { url, headers, body } = signed
    const response = await fetch(url, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }

  return {
    open: (slug, values) => {
      const trigger = recipe.triggers.find((each) => each.slug === slug)
      if (trigger?.type !== 'webhook') throw new Error(`${slug} is no pushed trigger type`)
      const { webhook } = trigger
      const key = keys.of(slug)
      const shared = { url: '', key, values: { ...values, registration: {} }, secret: undefined }
      hooks.set(slug, {
        webhook,
        shared: { ...shared, secret: knownSecret(webhook, values, key?.publicKey) },
        registrations: [],
        made: 0,
        last: undefined,
      })
    },
    answer: async (request) => {
      for (const [slug, hook] of hooks) {
        const made = await answerOf(slug, hook, request)
        if (made) return made
      }
      return undefined
    },
    enter: async (slug, url) => {
      const hook = hookOf(slug)
      hook.shared.url = url
      await verify(slug, hook)
    },
    isRegistered: (slug) => (hooks.get(slug)?.registrations.length ?? 0) > 0,
    send: async (slug, number, sending = 'valid') => {
      const hook = hookOf(slug)
      const { webhook, shared } = hook
      const { delivery, payloads } = makeEvent(webhook, shared, number)
      const at = new Date(now().getTime() - (sending === 'old' ? 8 * 24 * 3_600_000 : 0))
      const signature = sending === 'unsigned' ? undefined : webhook.signature
      const signed = signDelivery(signature, delivery, shared, at)
      return {
        ...(await post(hook, sending === 'altered' ? alter(webhook, signed) : signed)),
        payloads,
      }
    },
    repeat: async (slug) => {
      const hook = hookOf(slug)
      if (!hook.last) throw new Error('Nothing was sent yet')
      return { ...(await post(hook, hook.last)), payloads: [] }
    },
    problems,
  }
}

/** Another value each time for each part of an answer that the service keeps. */
const keep = (hook: Hook, made: Answer, declared: Record<string, string> = {}): Json => {
  hook.made += 1
  const kept: Json = {}
  for (const [name, path] of Object.entries(declared)) {
    kept[name] = `kept-${name}-${hook.made}`
    put(made.body, path, kept[name])
  }
  return kept
}

/** Whether a request is about this registration; one that names none is about every one. */
const isNamed = (registration: Json, found: Captured): boolean =>
  Object.entries(found).every(
    ([name, value]) =>
      !name.startsWith('registration.') ||
      registration[name.replace('registration.', '')] === value,
  )

const knownSecret = (
  webhook: TriggerWebhook,
  values: Record<string, object>,
  publicKey: string | undefined,
): string | undefined => {
  const { secret } = webhook
  if (secret === undefined || secret.from === 'generated') return undefined
  if (secret.from === 'config' || secret.from === 'auth_config' || secret.from === 'account') {
    const [given] = [
      secret.path
        .split('.')
        .reduce<unknown>(
          (value, name) => (value as Record<string, unknown> | undefined)?.[name],
          values[secret.from],
        ),
    ].flat()
    return given === undefined ? undefined : String(given)
  }
  return madeSecret(webhook, publicKey)
}

const endOf = (format: 'date' | 'seconds' | 'milliseconds', now: Date, seconds = 3_600) => {
  const end = now.getTime() + seconds * 1000
  if (format === 'date') return new Date(end).toISOString()
  return format === 'seconds' ? Math.floor(end / 1000) : end
}

/** Changes what the signature binds: the content, or the credential where only that is checked. */
const alter = ({ signature }: TriggerWebhook, signed: Signed): Signed => {
  const bindsContent =
    signature?.kind !== 'token' && !(signature?.kind === 'jwt' && !signature.body_digest)
  if (bindsContent) return { ...signed, body: signed.body.replace('event-', 'evenu-') }
  const flip = (text: string) =>
    text.slice(0, -3) + (text.at(-3) === 'b' ? 'c' : 'b') + text.slice(-2)
  if (signature.in === 'header') {
    const name = signature.name.toLowerCase()
    return { ...signed, headers: { ...signed.headers, [name]: flip(signed.headers[name] ?? '') } }
  }
  if (signature.in === 'query') {
    const url = new URL(signed.url)
    url.searchParams.set(signature.name, flip(url.searchParams.get(signature.name) ?? ''))
    return { ...signed, url: url.href }
  }
  const content = JSON.parse(signed.body) as Json
  put(content, signature.name, flip(String(get(content, signature.name))))
  return { ...signed, body: JSON.stringify(content) }
}
