import { callAsAccount, type AccountCalls, type SendingParts } from '../../../execution/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { WorkContext } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { Merge } from '../../../platform/database/index.ts'
import type { Project } from '../../../endpoint/index.ts'
import type { SourceReaders, TriggerSource } from '../../find-source.ts'
import { triggerStore, type TriggerInstanceRow } from '../../store.ts'
import type { HookRemovals } from '../removals/create-hook-removals.ts'
import { sealRegistration, type RegistrationState } from './registration-state.ts'

export type RegistrationParts = SendingParts &
  SourceReaders & { events: Events; log: Log; removals: HookRemovals }

/** One attempt to synchronize the provider with an instance, with the row as it was read. */
export type RegistrationTask = {
  project: Project
  row: TriggerInstanceRow
  attempt: Pick<WorkContext, 'signal' | 'trace'> & { isLast: boolean }
}

/** Requests to the provider with the account of the instance. */
export const callsOf = (
  parts: RegistrationParts,
  { project, attempt: { signal, trace } }: RegistrationTask,
  { toolkit, account }: TriggerSource,
): AccountCalls => callAsAccount(parts, { project, toolkit, account, signal, trace })

/** Undefined if the instance was deleted meanwhile. */
export const modifyInstance = (
  { database }: RegistrationParts,
  { project, row: { id } }: RegistrationTask,
  merge: Merge<TriggerInstanceRow>,
) =>
  database.transaction((transaction) => triggerStore(transaction).modify(project.id, { id }, merge))

export const recordState = (
  parts: RegistrationParts,
  task: RegistrationTask,
  state: RegistrationState,
) =>
  modifyInstance(parts, task, () => ({
    trigger_data: sealRegistration(task.project, task.row.id, state),
  }))
