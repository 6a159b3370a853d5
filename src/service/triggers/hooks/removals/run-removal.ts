import {
  encryptValues,
  keepDeletedAlive,
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

/** Progress is written down so often. */
const batchSize = 100

/**
 * Has a provider forget hooks. What it refuses for now is asked again by the next try; what it
 * never takes is logged, and then nothing of it is kept.
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
      'Hooks could not be taken back from their provider: what was stored of them was damaged',
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
      const failure = await askToForget(calls, hook)
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
 * With the account where it is there still: its credential is renewed for everybody. Else with what
 * is left of it.
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
  const living =
    project && account ? await findAccount(parts, project, account.account.id) : undefined
  if (project && (living || !account))
    return callAsAccount(parts, { project, toolkit, account: living, signal, trace })
  const keepAlive = keepDeletedAlive(parts, store)
  return callAsAccount(
    { ...parts, keepAlive },
    {
      project: project ?? standInFor(parts, row),
      toolkit,
      account: account ?? undefined,
      signal,
      trace,
    },
  )
}

/** Now nobody needs the credential of a deleted account any more: it is revoked as it is by now. */
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

/** For calls on behalf of a project that is deleted: nothing of it is left but its id. */
const standInFor = (
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

const askToForget = async (
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
