import type { Accounts, ChosenAccount } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog, Toolkit, TriggerTypeDefinition } from '../catalog/index.ts'
import { SecretsError } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { openConfig } from './sealed-fields.ts'
import type { TriggerInstanceRow } from './store.ts'

/**
 * The source of an instance's events: its type, in the version it was set up with, and its account.
 */
export type TriggerSource = {
  toolkit: Toolkit
  definition: TriggerTypeDefinition
  account: ChosenAccount | undefined
  config: Record<string, unknown>
}

/**
 * `gone`: the source no longer exists. `paused`: its account cannot be used now.
 */
export type FoundSource =
  | { source: TriggerSource }
  | { gone: string }
  | { paused: string; source: TriggerSource }

/** Reads the parts of a source. */
export type SourceReaders = {
  catalog: Pick<Catalog, 'getToolkit'>
  accounts: Pick<Accounts, 'get'>
  authConfigs: Pick<AuthConfigs, 'get'>
}

/** Finds the source of an instance, or why there is none. */
export const findSource = async (
  parts: SourceReaders,
  project: Project,
  row: TriggerInstanceRow,
): Promise<FoundSource> => {
  const toolkit = await unlessMissing(
    parts.catalog.getToolkit(project, row.toolkit_slug, row.version),
  )
  const definition = toolkit?.definition.triggers.find(({ slug }) => slug === row.trigger_slug)
  if (!toolkit || !definition)
    return {
      gone: `The toolkit "${row.toolkit_slug}" has no trigger type "${row.trigger_slug}" in version "${row.version}"`,
    }
  const config = readConfig(project, row)
  if (!config) return { gone: 'The stored configuration was damaged and cannot be read' }
  if (row.connected_account_id === null)
    return { source: { toolkit, definition, account: undefined, config } }
  const account = await findAccount(parts, project, row.connected_account_id)
  if (!account) return { gone: `The connected account ${row.connected_account_id} was deleted` }
  const source = { toolkit, definition, account, config }
  const problem = problemOf(account)
  return problem === undefined ? { source } : { paused: problem, source }
}

/** An account with its auth config; undefined when it was deleted. */
export const findAccount = async (
  { accounts, authConfigs }: Pick<SourceReaders, 'accounts' | 'authConfigs'>,
  project: Project,
  id: string,
): Promise<ChosenAccount | undefined> => {
  const account = await unlessMissing(accounts.get(project, id))
  const authConfig =
    account && (await unlessMissing(authConfigs.get(project, account.authConfigId)))
  return authConfig && { account, authConfig }
}

const problemOf = ({ account, authConfig }: ChosenAccount): string | undefined => {
  if (account.isDisabled || account.status !== 'ACTIVE')
    return `The connected account ${account.id} is ${account.isDisabled ? 'disabled' : account.status}`
  if (authConfig.status !== 'ENABLED') return `The auth config ${authConfig.id} is disabled`
  return undefined
}

const readConfig = (
  project: Project,
  row: TriggerInstanceRow,
): Record<string, unknown> | undefined => {
  try {
    return openConfig(project, row)
  } catch (error) {
    if (error instanceof SecretsError) return undefined
    throw error
  }
}

export const unlessMissing = async <Value>(promise: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return undefined
    throw error
  }
}
