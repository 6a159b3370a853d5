import { z } from 'zod'
import type { HookSignature } from '../../../contract/import-trigger-signature.ts'
import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { Projects } from '../../projects/index.ts'
import { findSource } from '../find-source.ts'
import { storesData } from '../publish-message.ts'
import { toText } from '../requests/select-path.ts'
import { digest } from '../seen/item-key.ts'
import { seenItems } from '../seen/seen-items.ts'
import { triggerStore } from '../store.ts'
import { findHook, gone, type FoundHook } from './find-hook.ts'
import { findRecipients } from './find-recipients.ts'
import { handleHandshake } from './handle-handshake.ts'
import { hookUrl, openHook, type Hook } from './hook-address.ts'
import type { HookResponse } from './hook-response.ts'
import { readBody, valueAt, type HookRequest } from './hook-request.ts'
import { authConfigValues, hookSecrets } from './hook-secrets.ts'
import { matchesConditions } from './matches-conditions.ts'
import { processDelivery, type Delivery, type DeliveryParts } from './process-delivery.ts'
import { openRegistration } from './registrations/registration-state.ts'
import { KeysUnavailable, type Known } from './signatures/known.ts'
import type { ProviderKeys } from './signatures/provider-keys.ts'
import { signatureProblem } from './signatures/signature-problem.ts'
import { signedContent } from './signatures/signed-content.ts'

/** Receives what providers push to the addresses of instances. */
export type ReceiveHook = {
  /** Called before the body is read, so that a sender must know an address to send content. */
  find(token: string): Promise<FoundHook | HookResponse>
  receive(
    found: FoundHook,
    request: HookRequest,
    trace: TraceContext | undefined,
  ): Promise<HookResponse>
}

type Parts = DeliveryParts &
  Parameters<typeof findSource>[0] & {
    database: Database
    jobs: Jobs
    projects: Projects
    log: Log
    providerKeys: ProviderKeys
    publicUrl: () => string
  }

const queue = 'trigger-hook'
const job = z.object({ projectId: z.string(), id: z.string(), key: z.string(), sealed: z.string() })

/** A delivery is checked, stored with its job, and answered; the job fires the trigger. */
export const createReceiveHook = (parts: Parts): ReceiveHook => {
  const { database, jobs, clock } = parts

  jobs.define(
    queue,
    {
      retryDelaysSeconds: [1, 5, 30, 120, 600, 3_600],
      data: job,
      concurrency: 16,
      concurrencyPerKey: 4,
    },
    async ({ projectId, id, key, sealed }, { trace }) => {
      const project = await parts.projects.get(projectId)
      const row = project && (await triggerStore(database.handle).find(projectId, id))
      if (!row) return
      const found = await findSource(parts, project, row)
      const webhook = 'source' in found ? found.source.definition.webhook : undefined
      if (!webhook || isSwitchedOff(found)) return
      const publish = await processDelivery(parts, project, row, webhook, {
        key,
        body: JSON.parse(project.dataKey.decrypt(sealed, { record: id, field: 'delivery' })),
        trace,
      })
      await database.transaction(publish)
    },
  )

  /** `keys`: by which the delivery is known when it comes again. */
  const accept = async (
    { project, row, source, webhook }: FoundHook,
    delivery: Delivery,
    keys: string[],
  ): Promise<HookResponse> => {
    // A project that stores no data has none of it in jobs either.
    const publish = storesData(project)
      ? undefined
      : await processDelivery(parts, project, row, webhook, delivery)
    return database.transaction(async (transaction) => {
      if (!(await triggerStore(transaction).hold(row.id))) return gone
      if (!(await seenItems(transaction, row.id).noteNew(keys, timestamp(clock))))
        return { status: 200, text: 'This delivery was accepted before' }
      if (publish) await publish(transaction)
      else {
        const sealed = project.dataKey.encrypt(JSON.stringify(delivery.body), {
          record: row.id,
          field: 'delivery',
        })
        await jobs.enqueue(
          transaction,
          queue,
          { projectId: project.id, id: row.id, key: delivery.key, sealed },
          { key: source.toolkit.definition.slug + project.id, trace: delivery.trace },
        )
      }
      return { status: 200, text: 'Accepted' }
    })
  }

  /** Accepts a delivery for each of its recipients that it is signed for. */
  const deliver = async (
    found: FoundHook,
    token: string,
    request: HookRequest,
    trace: TraceContext | undefined,
  ): Promise<HookResponse> => {
    const verify = createVerify(parts, request)
    const { problem } = await verify(found)
    // The secret of an auth config is that of all recipients, so nothing else has to be read.
    if (problem !== undefined && found.webhook.secret?.from !== 'config') return refused(problem)
    let answer = problem === undefined ? noTrigger : refused(problem)
    for (const recipient of await findRecipients(parts, found, token, request)) {
      const verdict = await verify(recipient)
      if (verdict.problem !== undefined) continue
      const { webhook, source, project, row } = recipient
      const [secret] = hookSecrets(webhook, openHook(project, row)?.secret, source)
      const matches = matchesConditions(request, webhook.when, { config: source.config, secret })
      const key = deliveryKey(webhook, request)
      const keys = verdict.content === undefined ? [key] : [key, verdict.content]
      if (matches) answer = await accept(recipient, { key, body: readBody(request), trace }, keys)
      else if (answer.status === 401) answer = noTrigger
    }
    return answer
  }

  const check = async (
    found: FoundHook,
    hook: Hook,
    request: HookRequest,
    trace: TraceContext | undefined,
  ): Promise<HookResponse> => {
    const handshake = await handleHandshake(parts, found, request, toKnown(parts, found, hook))
    if (handshake) return handshake
    if (request.method !== 'POST')
      return { status: 405, text: 'Events are sent with POST', headers: { allow: 'POST' } }
    return asDeclared(found.webhook, await deliver(found, hook.token, request, trace))
  }

  return {
    find: (token) => findHook(parts, token),
    receive: async (found, request, trace) => {
      const hook = openHook(found.project, found.row)
      if (!hook) return gone
      try {
        return await check(found, hook, request, trace)
      } catch (error) {
        if (!(error instanceof KeysUnavailable)) throw error
        return {
          status: 503,
          text: `The signature cannot be verified now. ${error.message}`,
          headers: { 'retry-after': '30' },
        }
      }
    },
  }
}

const refused = (problem: string): HookResponse => ({ status: 401, text: problem })

const noTrigger: HookResponse = { status: 200, text: 'No trigger fires for this event' }

/** `content`: a digest of what the signature covers, if that is content. */
type Verdict = { problem: string } | { problem?: undefined; content?: string | undefined }

/**
 * Verifies a request for an instance, once for all instances with the same declaration and secrets.
 */
const createVerify = (parts: KnownParts, request: HookRequest) => {
  const verified = new Map<string, Promise<Verdict>>()
  return async (found: FoundHook): Promise<Verdict> => {
    const { signature } = found.webhook
    const hook = openHook(found.project, found.row)
    if (!hook) return { problem: 'The stored address of the hook is damaged' }
    if (!signature) return {}
    const known = toKnown(parts, found, hook)
    const declared = JSON.stringify(signature)
    const values = /\{(?:config|registration|auth_config)\./.test(declared) ? known.values : {}
    const key = JSON.stringify([declared, known.secrets, values])
    const verdict = verified.get(key) ?? verifySignature(signature, request, known)
    verified.set(key, verdict)
    return verdict
  }
}

const verifySignature = async (
  signature: HookSignature,
  request: HookRequest,
  known: Known,
): Promise<Verdict> => {
  const problem = await signatureProblem(signature, request, known)
  if (problem !== undefined) return { problem }
  const content = await signedContent(signature, request, known)
  return { content: content && digest(content) }
}

type KnownParts = Pick<Parts, 'clock' | 'providerKeys' | 'publicUrl'>

const toKnown = (
  { clock, providerKeys, publicUrl }: KnownParts,
  { project, row, source, webhook }: FoundHook,
  hook: Hook,
): Known => ({
  secrets: hookSecrets(webhook, hook.secret, source),
  url: hookUrl(publicUrl(), hook),
  now: clock.now(),
  values: {
    config: source.config,
    registration: openRegistration(project, row).registration ?? {},
    auth_config: authConfigValues(source.account),
  },
  providerKeys,
  owner: { projectId: project.id, toolkit: source.toolkit.definition.slug },
})

/** With a declared answer, no other content is sent. */
const asDeclared = ({ accepted }: TriggerWebhook, answer: HookResponse): HookResponse => {
  if (!accepted) return answer
  if (answer.status !== 200) return { ...answer, text: '' }
  return {
    status: accepted.status,
    text: accepted.text,
    headers: { 'content-type': accepted.content_type },
  }
}

/**
 * A disabled account or auth config receives no events; an expired credential does not matter, since
 * none is needed for pushed events.
 */
const isSwitchedOff = (found: Awaited<ReturnType<typeof findSource>>): boolean =>
  'paused' in found &&
  !(
    found.source.account?.account.status === 'EXPIRED' &&
    found.source.account.authConfig.status === 'ENABLED'
  )

const deliveryKey = ({ delivery_id: place }: TriggerWebhook, request: HookRequest): string => {
  const given = place && valueAt(request, place)
  return given === undefined || given === null || given === ''
    ? digest(request.body)
    : digest(`delivery ${toText(given)}`)
}
