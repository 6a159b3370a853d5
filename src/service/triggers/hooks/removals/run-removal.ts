import {
  encryptValues,
  createDeletedKeepAlive,
  type ChosenAccount,
  type Revocations,
} from '../../../accounts/index.ts'
import { callAsAccount, type AccountCalls, type SendingParts } from '../../../execution/index.ts'
import type { WorkContext } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import type { Project } from '../../../endpoint/index.ts'
import { defaultConfig, type Projects } from '../../../projects/index.ts'
import { findAccount, unlessMissing, type SourceReaders } from '../../find-source.ts'
import { sendFilled } from '../../requests/send-request.ts'
import { TriggerFailure } from '../../requests/trigger-failure.ts'
import { openRemoval, sealRemoval, type HookRemoval, type RegisteredHook } from './hook-removal.ts'
import { logLostHook } from './log-lost-hook.ts'
import { hookRemovalStore, type HookRemovalRow } from './store.ts'

export type RemovalParts = SendingParts &
  SourceReaders & { projects: Projects; revocations: Revocations; secrets: Secrets; log: Log }

type Context = Pick<WorkContext, 'signal' | 'trace'> & { isLast: boolean }

/** Progress is stored after this many hooks. */
const batchSize = 100

/**
 * Unregisters hooks from a provider. Requests that failed are repeated by the next attempt; what
 * fails for good is logged, and then nothing of it is kept.
 */
export const runRemoval = async (
  parts: RemovalParts,
  id: string,
  context: Context,
): Promise<void> => {
  const store = hookRemovalStore(parts.database.handle)
  const row = await store.find(id)
  if (!row) return
  const stored = openRemoval(parts.secrets, row)
  if (!stored) {
    parts.log.warn(
      { project: row.project_id, account: row.connected_account_id },
      'Hooks could not be unregistered from their provider: their stored data was damaged',
    )
    return void (await store.delete(id))
  }

  let removal = stored
  const save = async (changes: Partial<HookRemoval>) => {
    removal = { ...removal, ...changes }
    const sealed = sealRemoval(parts.secrets, row, removal)
    await parts.database.transaction((transaction) =>
      hookRemovalStore(transaction).modify(id, () => ({ sealed })),
    )
  }
  const calls = await callsFor(parts, row, removal, context, (account) => save({ account }))
  const waiting = [...removal.hooks]
  const failed: { hook: RegisteredHook; failure: TriggerFailure }[] = []
  while (waiting.length > 0) {
    for (const hook of waiting.splice(0, batchSize)) {
      const failure = await removeHook(calls, hook)
      context.signal.throwIfAborted()
      if (failure) failed.push({ hook, failure })
    }
    if (waiting.length > 0) await save({ hooks: [...waiting, ...failed.map(({ hook }) => hook)] })
  }

  const again = context.isLast ? [] : failed.filter(({ failure }) => failure.kind === 'now')
  for (const { hook, failure } of failed.filter((each) => !again.includes(each)))
    logLostHook(parts.log, row, hook, failure.message)
  const [next] = again
  if (!next) return end(parts, row, removal)
  await save({ hooks: again.map(({ hook }) => hook) })
  throw next.failure
}

/**
 * Uses the account if it still exists, since its credential is then renewed for all; otherwise the
 * stored copy.
 */
const callsFor = async (
  parts: RemovalParts,
  row: HookRemovalRow,
  removal: HookRemoval,
  { signal, trace }: Context,
  store: (renewed: ChosenAccount) => Promise<void>,
): Promise<AccountCalls> => {
  const { toolkit, account } = removal
  const project = await parts.projects.get(row.project_id)
  const current =
    project && account ? await findAccount(parts, project, account.account.id) : undefined
  if (project && (current || !account))
    return callAsAccount(parts, { project, toolkit, account: current, signal, trace })
  const keepAlive = createDeletedKeepAlive(parts, store)
  return callAsAccount(
    { ...parts, keepAlive },
    {
      project: project ?? deletedProject(parts, row),
      toolkit,
      account: account ?? undefined,
      signal,
      trace,
    },
  )
}

/** The credential of a deleted account is no longer needed: it is revoked as it is now. */
const end = (
  { accounts, database, projects, revocations }: RemovalParts,
  { id, project_id }: HookRemovalRow,
  { account: chosen }: HookRemoval,
): Promise<void> =>
  database.transaction(async (transaction) => {
    await hookRemovalStore(transaction).delete(id)
    const project = chosen && (await projects.read(transaction, project_id))
    if (!project || (await unlessMissing(accounts.get(project, chosen.account.id, transaction))))
      return
    const { account, authConfig } = chosen
    await revocations.enqueue(transaction, project, {
      accountId: account.id,
      authConfig,
      values: encryptValues(project, account.id, account.values),
    })
  })

/** A project for requests after the real one was deleted, with nothing but its id. */
const deletedProject = (
  { secrets }: RemovalParts,
  { id, project_id, data_key }: HookRemovalRow,
): Project => ({
  id: project_id,
  organizationId: '',
  name: '',
  config: defaultConfig,
  logo: null,
  catalogStamp: 0,
  dataKey: secrets.open(id, data_key),
})

const removeHook = async (
  calls: AccountCalls,
  { request }: RegisteredHook,
): Promise<TriggerFailure | undefined> => {
  try {
    await sendFilled(calls, request)
    return undefined
  } catch (error) {
    if (!(error instanceof TriggerFailure)) throw error
    return error.isMissing ? undefined : error
  }
}
