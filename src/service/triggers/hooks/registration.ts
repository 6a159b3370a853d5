import { z } from 'zod'
import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import { callAsAccount, type SendingParts } from '../../execution/index.ts'
import type { Handle, Merge } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import { createSecret } from '../../platform/ids.ts'
import type { Jobs, WorkContext } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Projects } from '../../projects/index.ts'
import { disableInstance } from '../disable-instance.ts'
import { findSource, type TriggerSource } from '../find-source.ts'
import { selectPath } from '../requests/select-path.ts'
import { sendRequest } from '../requests/send-request.ts'
import { TriggerFailure } from '../requests/trigger-failure.ts'
import { triggerStore, type TriggerInstanceRow } from '../store.ts'
import { hookUrl, openHook, sealHook, type Hook } from './hook-address.ts'
import { logLostHook } from './removals/log-lost-hook.ts'
import type { HookRemovals } from './removals/create-hook-removals.ts'
import { openRegistration, sealRegistration, type RegistrationState } from './registration-state.ts'

type Parts = SendingParts &
  Parameters<typeof findSource>[0] & {
    projects: Projects
    events: Events
    jobs: Jobs
    log: Log
    removals: HookRemovals
  }

const queue = 'trigger-registration'
/** Some two hours in all. */
const retryDelaysSeconds = [5, 60, 600, 7_200]

const job = z.object({ projectId: z.string(), id: z.string() })

type Attempt = Pick<WorkContext, 'attempt' | 'signal' | 'trace'>

/** Registers and unregisters the webhooks of instances with providers. */
export type Registrations = {
  /** Synchronizes the provider with the instance once the transaction is committed. */
  reconcile(transaction: Handle, instance: { project_id: string; id: string }): Promise<unknown>
}

/** One job at a time per instance makes what the provider knows agree with what the instance is. */
export const createRegistrations = (parts: Parts): Registrations => {
  parts.jobs.define(
    queue,
    { retryDelaysSeconds, data: job, concurrency: 8, concurrencyPerKey: 1, timeoutSeconds: 120 },
    async ({ projectId, id }, attempt) => {
      const project = await parts.projects.get(projectId)
      if (!project) return
      const row = await triggerStore(parts.database.handle).find(projectId, id)
      if (!row) return
      const isWanted = row.disabled_at === null
      const { status, registration } = openRegistration(project, row)
      const isThere = registration !== undefined
      // Switched on again, after a process that took the hook back ended before it knew whether the
      // provider had done so.
      const isDoubtful = isThere && status === 'unregistered'
      if (isThere && (!isWanted || isDoubtful)) await unregister(parts, project, row, attempt)
      if (isWanted && (!isThere || isDoubtful)) await register(parts, project, row, attempt)
    },
  )
  return {
    reconcile: (transaction, { project_id: projectId, id }) =>
      parts.jobs.enqueue(transaction, queue, { projectId, id }, { key: id }),
  }
}

const register = async (
  parts: Parts,
  project: Project,
  row: TriggerInstanceRow,
  attempt: Attempt,
): Promise<void> => {
  const found = await findSource(parts, project, row)
  if ('gone' in found) return disableInstance(parts, row, found.gone, { trace: attempt.trace })
  const { source } = found
  const webhook = source.definition.webhook
  const hook = openHook(project, row)
  if (!webhook?.register || !hook) return
  try {
    if ('paused' in found) throw new TriggerFailure('account', found.paused)
    const ready = await prepare(parts, project, row, webhook, hook)
    await keep(
      parts,
      project,
      row,
      source,
      await tell(parts, { project, source, webhook, hook: ready, attempt }),
      attempt,
    )
  } catch (error) {
    attempt.signal.throwIfAborted()
    if (!(error instanceof TriggerFailure)) throw error
    await noteFailure(parts, project, row, error, attempt)
  }
}

/**
 * Stored before the provider is called: during the registration it may verify the address with the
 * secret, or send the secret.
 */
const prepare = async (
  parts: Parts,
  project: Project,
  row: TriggerInstanceRow,
  { secret: from }: TriggerWebhook,
  { token, secret: former }: Hook,
): Promise<Hook> => {
  const secret =
    from?.from === 'generated'
      ? (former ?? createSecret('', 256))
      : from?.from === 'handshake'
        ? undefined
        : former
  const hook: Hook = { token, ...(secret !== undefined && { secret }) }
  if (secret !== former)
    await modify(parts, project, row, () => ({ hook: sealHook(project, row.id, hook) }))
  return hook
}

const modify = (
  { database }: Parts,
  project: Project,
  { id }: TriggerInstanceRow,
  merge: Merge<TriggerInstanceRow>,
) =>
  database.transaction((transaction) => triggerStore(transaction).modify(project.id, { id }, merge))

type Telling = {
  project: Project
  source: TriggerSource
  webhook: TriggerWebhook
  hook: Hook
  attempt: Attempt
}
/** `hook`: when the answer held its secret. */
type ProviderAnswer = { hook?: Hook; registration: Record<string, unknown> }

const tell = async (
  parts: Parts,
  {
    project,
    source,
    webhook: { register: registering, secret: from },
    hook,
    attempt: { signal, trace },
  }: Telling,
): Promise<ProviderAnswer> => {
  if (!registering)
    throw new TriggerFailure('never', 'The trigger type says no longer how it is registered')
  const calls = callAsAccount(parts, {
    project,
    toolkit: source.toolkit,
    account: source.account,
    signal,
    trace,
  })
  const { data } = await sendRequest(calls, registering.request, {
    config: source.config,
    hook_url: hookUrl(parts.publicUrl(), hook),
    secret: from?.from === 'generated' ? hook.secret : undefined,
  })
  const registration = Object.fromEntries(
    Object.entries(registering.keep ?? {}).map(([name, path]) => [name, selectPath(data, path)]),
  )
  const answered = from?.from === 'answer' ? selectPath(data, from.path) : undefined
  return {
    registration,
    ...(typeof answered === 'string' && { hook: { ...hook, secret: answered } }),
  }
}

/**
 * If the instance was deleted during the registration, the hook is removed here; if it was
 * disabled, the job of that change removes it.
 */
const keep = async (
  parts: Parts,
  project: Project,
  row: TriggerInstanceRow,
  source: TriggerSource,
  { hook, registration }: ProviderAnswer,
  { trace }: Attempt,
): Promise<void> => {
  const changes = {
    ...(hook && { hook: sealHook(project, row.id, hook) }),
    trigger_data: sealRegistration(project, row.id, { status: 'registered', registration }),
    failures: 0,
  }
  await parts.database.transaction(async (transaction) => {
    if (await triggerStore(transaction).modify(project.id, { id: row.id }, () => changes)) return
    await parts.removals.addRegistered(transaction, project, { ...row, ...changes }, source, trace)
  })
}

const noteFailure = async (
  parts: Parts,
  project: Project,
  row: TriggerInstanceRow,
  failure: TriggerFailure,
  { attempt, trace }: Attempt,
): Promise<void> => {
  const state: RegistrationState = { status: 'failed', error: failure.message }
  const toChanges = ({ failures }: TriggerInstanceRow) => ({
    trigger_data: sealRegistration(project, row.id, state),
    failures: failures + 1,
  })
  if (attempt > retryDelaysSeconds.length || failure.kind === 'never')
    return disableInstance(parts, row, `It could not be registered: ${failure.message}`, {
      changes: toChanges(row),
      trace,
    })
  await modify(parts, project, row, toChanges)
  throw failure
}

/**
 * As far as it is possible: without its toolkit, or an account that works, there is nobody to ask
 * with.
 */
const unregister = async (
  parts: Parts,
  project: Project,
  row: TriggerInstanceRow,
  attempt: Attempt,
): Promise<void> => {
  const found = await findSource(parts, project, row)
  const { registration } = openRegistration(project, row)
  const note = (state: RegistrationState) =>
    modify(parts, project, row, () => ({ trigger_data: sealRegistration(project, row.id, state) }))
  if (registration) {
    // Stored before the provider is called, so that a concurrent reader does not rely on the hook.
    await note({ status: 'unregistered', registration })
    if ('source' in found && !('paused' in found))
      await untell(parts, project, found.source, registration, attempt)
    else
      logLostHook(
        parts.log,
        row,
        { triggerId: row.id, triggerSlug: row.trigger_slug },
        'paused' in found ? found.paused : found.gone,
      )
  }
  await note({ status: 'unregistered' })
}

const untell = async (
  parts: Parts,
  project: Project,
  source: TriggerSource,
  registration: Record<string, unknown>,
  { signal, trace }: Attempt,
): Promise<void> => {
  const request = source.definition.webhook?.unregister?.request
  if (!request) return
  const calls = callAsAccount(parts, {
    project,
    toolkit: source.toolkit,
    account: source.account,
    signal,
    trace,
  })
  await sendRequest(calls, request, { config: source.config, registration }).catch(
    (error: unknown) => {
      // Whatever is not there any more need not be taken back.
      if (!(error instanceof TriggerFailure && error.isMissing)) throw error
    },
  )
}
