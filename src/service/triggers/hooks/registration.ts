import { z } from 'zod'
import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import { callAsAccount } from '../../execution/call-as-account.ts'
import type { SendingParts } from '../../execution/sending-parts.ts'
import type { Handle } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import { createSecret } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Project, Projects } from '../../projects/project.ts'
import { disableInstance } from '../disable-instance.ts'
import { findSource, type TriggerSource } from '../find-source.ts'
import { selectPath } from '../requests/select-path.ts'
import { sendRequest } from '../requests/send-request.ts'
import { TriggerFailure } from '../requests/trigger-failure.ts'
import { triggerStore, type TriggerInstanceRow } from '../store.ts'
import { hookUrl, openHook, sealHook, type Hook } from './hook-address.ts'
import { openRegistration, sealRegistration, type RegistrationState } from './registration-state.ts'

type Parts = SendingParts & Parameters<typeof findSource>[0] & { projects: Projects; events: Events; jobs: Jobs }

const queue = 'trigger-registration'
/** Some two hours in all. */
const retryDelaysSeconds = [5, 60, 600, 7_200]

/** `left`: the row of an instance that was deleted, as it last was. */
const job = z.object({ projectId: z.string(), id: z.string(), left: z.custom<TriggerInstanceRow>().optional() })

/** Tells providers where the events of instances go, and no longer go. */
export type Registrations = {
  /** Has the provider told what the instance now is, once the transaction is committed. `left`: it is deleted, and this is what it was. */
  reconcile(transaction: Handle, instance: { project_id: string; id: string }, left?: TriggerInstanceRow): Promise<unknown>
}

/** One job at a time per instance makes what the provider knows agree with what the instance is. */
export const createRegistrations = (parts: Parts): Registrations => {
  parts.jobs.define(queue, { retryDelaysSeconds, data: job, concurrency: 8, concurrencyPerKey: 1, timeoutSeconds: 120 }, async ({ projectId, id, left }, { attempt, signal }) => {
    const project = await parts.projects.get(projectId)
    if (!project) return
    if (left) return unregister(parts, project, left, signal)
    const row = await triggerStore(parts.database.handle).find(projectId, id)
    if (!row) return
    const isWanted = row.disabled_at === null
    const isThere = openRegistration(project, row).registration !== undefined
    if (isWanted && !isThere) return register(parts, project, row, { signal, isLast: attempt > retryDelaysSeconds.length })
    if (!isWanted && isThere) return unregister(parts, project, row, signal)
  })
  return { reconcile: (transaction, instance, left) => enqueue(parts, transaction, instance, left) }
}

const enqueue = ({ jobs }: Parts, transaction: Handle, { project_id: projectId, id }: { project_id: string; id: string }, left: TriggerInstanceRow | undefined) =>
  jobs.enqueue(transaction, queue, { projectId, id, ...(left && { left }) }, { key: id })

const register = async (parts: Parts, project: Project, row: TriggerInstanceRow, { signal, isLast }: { signal: AbortSignal; isLast: boolean }): Promise<void> => {
  const found = await findSource(parts, project, row)
  if ('gone' in found) return disableInstance(parts, row, found.gone)
  const { source } = found
  const webhook = source.definition.webhook
  const hook = openHook(project, row)
  if (!webhook?.register || !hook) return
  try {
    if ('paused' in found) throw new TriggerFailure('account', found.paused)
    await keep(parts, project, row, await tell(parts, { project, source, webhook, hook, signal }))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TriggerFailure)) throw error
    await noteFailure(parts, project, row, error, isLast)
  }
}

type Telling = { project: Project; source: TriggerSource; webhook: TriggerWebhook; hook: Hook; signal: AbortSignal }
type Told = { hook: Hook; registration: Record<string, unknown> }

const tell = async (parts: Parts, { project, source, webhook: { register: registering, secret: from }, hook, signal }: Telling): Promise<Told> => {
  if (!registering) throw new TriggerFailure('never', 'The trigger type says no longer how it is registered')
  const generated = from?.from === 'generated' ? (hook.secret ?? createSecret('', 256)) : undefined
  const calls = callAsAccount(parts, { project, toolkit: source.toolkit, account: source.account, signal })
  const { data } = await sendRequest(calls, registering.request, { config: source.config, hook_url: hookUrl(parts.publicUrl(), hook), secret: generated })
  const registration = Object.fromEntries(Object.entries(registering.keep ?? {}).map(([name, path]) => [name, selectPath(data, path)]))
  const secret = from?.from === 'answer' ? selectPath(data, from.path) : generated
  return { hook: { ...hook, ...(typeof secret === 'string' && { secret }) }, registration }
}

/** Of an instance that was deleted while the provider was told, it is taken back; of one that was switched off, by the job that came with that. */
const keep = async (parts: Parts, project: Project, row: TriggerInstanceRow, { hook, registration }: Told): Promise<void> => {
  const changes = { hook: sealHook(project, row.id, hook), trigger_data: sealRegistration(project, row.id, { status: 'registered', registration }), failures: 0 }
  await parts.database.transaction(async (transaction) => {
    const store = triggerStore(transaction)
    if (!(await store.update(project.id, row.id, changes))) await enqueue(parts, transaction, row, { ...row, ...changes })
  })
}

const noteFailure = async (parts: Parts, project: Project, row: TriggerInstanceRow, failure: TriggerFailure, isLast: boolean): Promise<void> => {
  const state: RegistrationState = { status: 'failed', error: failure.message }
  const changes = { trigger_data: sealRegistration(project, row.id, state), failures: row.failures + 1 }
  if (isLast || failure.kind === 'never') return disableInstance(parts, row, `It could not be registered: ${failure.message}`, changes)
  await triggerStore(parts.database.handle).update(project.id, row.id, changes)
  throw failure
}

/** As far as it is possible: without its toolkit, or an account that works, there is nobody to ask with. */
const unregister = async (parts: Parts, project: Project, row: TriggerInstanceRow, signal: AbortSignal): Promise<void> => {
  const found = await findSource(parts, project, row)
  const { registration } = openRegistration(project, row)
  if ('source' in found && !('paused' in found) && registration) await untell(parts, project, found.source, registration, signal)
  await triggerStore(parts.database.handle).update(project.id, row.id, { trigger_data: sealRegistration(project, row.id, { status: 'unregistered' }) })
}

const untell = async (parts: Parts, project: Project, source: TriggerSource, registration: Record<string, unknown>, signal: AbortSignal): Promise<void> => {
  const request = source.definition.webhook?.unregister?.request
  if (!request) return
  const calls = callAsAccount(parts, { project, toolkit: source.toolkit, account: source.account, signal })
  await sendRequest(calls, request, { config: source.config, registration }).catch((error: unknown) => {
    // Whatever is not there any more need not be taken back.
    if (!(error instanceof TriggerFailure) || !/answered (404|410)$/.test(error.message)) throw error
  })
}
