import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { hashToken } from '../../platform/secrets/index.ts'
import type { Projects } from '../../projects/index.ts'
import { findSource, type SourceReaders, type TriggerSource } from '../find-source.ts'
import { triggerStore, type TriggerInstanceRow } from '../store.ts'
import { isHookToken } from './hook-address.ts'
import type { HookResponse } from './hook-response.ts'

/** The instance of the requested address. */
export type FoundHook = {
  project: Project
  row: TriggerInstanceRow
  source: TriggerSource
  webhook: TriggerWebhook
}

export type FindHookParts = SourceReaders & { database: Database; projects: Projects }

const unknown: HookResponse = { status: 404, text: 'There is no such address' }
export const gone: HookResponse = { status: 410, text: 'This address is not in use any more' }

/** The instance that a token of an address belongs to, or what to answer instead. */
export const findHook = async (
  parts: FindHookParts,
  token: string,
): Promise<FoundHook | HookResponse> => {
  const row = isHookToken(token)
    ? await triggerStore(parts.database.handle).findByHook(hashToken(token))
    : undefined
  const project = row && (await parts.projects.get(row.project_id))
  if (!row || !project) return unknown
  if (row.disabled_at !== null) return gone
  return (await toFoundHook(parts, project, row)) ?? gone
}

/** Undefined if the source of the instance no longer exists. */
export const toFoundHook = async (
  parts: SourceReaders,
  project: Project,
  row: TriggerInstanceRow,
): Promise<FoundHook | undefined> => {
  const found = await findSource(parts, project, row)
  const webhook = 'source' in found ? found.source.definition.webhook : undefined
  return 'source' in found && webhook ? { project, row, source: found.source, webhook } : undefined
}
