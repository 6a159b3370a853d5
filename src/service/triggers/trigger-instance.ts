import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import type { TriggerWebhook } from '../../contract/import-trigger-webhook.ts'
import { applyDefaults, compileSchema } from '../../schema/index.ts'
import type { Accounts, ChosenAccount } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import {
  versionOf,
  getTriggerType,
  isWithdrawn,
  type Catalog,
  type TriggerType,
} from '../catalog/index.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database, Handle, Merge } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { createId, createUuid } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { parsePage, toPageOf } from '../platform/pagination.ts'
import { hashToken, unlessDamaged } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import { chooseTriggerAccount } from './choose-trigger-account.ts'
import { accountFingerprint, requireAccountValue } from './hooks/hook-account.ts'
import { createHookToken, hookUrl, sealHook, sharedHookToken } from './hooks/hook-address.ts'
import { sealRegistration } from './hooks/registrations/registration-state.ts'
import type { Registrations } from './hooks/registrations/create-registrations.ts'
import type { HookRemovals } from './hooks/removals/create-hook-removals.ts'
import { removeWithOwners } from './remove-with-owners.ts'
import { openConfig, openField, openObject, sealField } from './sealed-fields.ts'
import { triggerStore, type TriggerInstanceFilter, type TriggerInstanceRow } from './store.ts'

/** A trigger type set up for a connected account. */
export type TriggerInstance = {
  id: string
  uuid: string
  triggerSlug: string
  /** Version of the toolkit that it was set up with. */
  version: string
  /** Both null where the toolkit needs no account. */
  accountId: string | null
  userId: string | null
  config: Record<string, unknown>
  /** How far the source was read; empty before the first poll. */
  state: Record<string, unknown>
  /** The state of its registration at the provider, as JSON text. */
  triggerData: string | null
  disabledAt: string | null
  updatedAt: string
}

export type TriggerInstances = ReturnType<typeof createTriggerInstances>

type UpsertRequest = z.output<typeof contract.triggerInstances.upsert.body>

type Parts = {
  database: Database
  catalog: Catalog
  authConfigs: AuthConfigs
  accounts: Accounts
  events: Events
  registrations: Registrations
  removals: HookRemovals
  projects: Projects
  log: Log
  publicUrl: () => string
  clock: Clock
}

/** The rules of trigger instances. */
export const createTriggerInstances = (parts: Parts) => {
  const store = triggerStore(parts.database.handle)
  removeWithOwners(parts)

  return {
    /**
     * Creates an instance, or updates and enables the one of the same trigger type, account and
     * configuration.
     */
    upsert: async (
      project: Project,
      slug: string,
      request: UpsertRequest,
    ): Promise<{ id: string; uuid: string; created: boolean }> => {
      if (await isWithdrawn(parts.catalog, project, slug)) throw withdrawn(slug)
      const type = await getTriggerType(parts.catalog, project, slug, request.toolkit_versions)
      const chosen = await chooseTriggerAccount(parts, project, type.toolkit, {
        accountId: request.connected_account_id,
        userId: request.user_id,
      })
      const config = withDefaults(type, request.trigger_config ?? {})
      const row = toRow(project, type, chosen, config, timestamp(parts.clock), parts.publicUrl())
      const namesVersion = versionOf(request.toolkit_versions, row.toolkit_slug) !== undefined
      if (namesVersion) rejectInvalidConfig(type, config)

      for (;;) {
        const matching = await updateMatching(parts, row, namesVersion)
        if (matching) return { ...matching, created: false }
        // Checked only now: a matching instance was checked against the version that it keeps.
        rejectInvalidConfig(type, config)
        if (await insert(parts, row)) break
      }
      await removeOrphan(parts.accounts, store, project, row)
      return { id: row.id, uuid: row.uuid, created: true }
    },

    list: async (
      project: Project,
      filter: TriggerInstanceFilter,
      query: Parameters<typeof parsePage>[0],
    ) => {
      const page = parsePage(query)
      const found = await store.page(project.id, filter, page)
      return toPageOf(found, page, (row) => toInstance(project, row))
    },

    setEnabled: (project: Project, id: string, enabled: boolean): Promise<void> =>
      parts.database.transaction(async (transaction) => {
        const now = timestamp(parts.clock)
        const found = await change(parts, transaction, { project_id: project.id, id }, (row) => {
          if (enabled === (row.disabled_at === null)) return undefined
          return enabled ? enabledChanges(row, now) : disabledChanges(now)
        })
        if (!found) throw unknownInstance(id)
      }),

    delete: (project: Project, id: string): Promise<void> =>
      parts.database.transaction(async (transaction) => {
        const row = await triggerStore(transaction).take(project.id, id)
        if (!row) throw unknownInstance(id)
        if (row.hook !== null) await parts.removals.add(transaction, project, [row])
      }),

    /** The instance with this legacy UUID. */
    findByUuid: (project: Project, uuid: string): Promise<{ id: string } | undefined> =>
      store.findByUuid(project.id, uuid),
  }
}

const withdrawn = (slug: string) =>
  new ServiceError(
    'gone',
    `The trigger type "${slug}" was withdrawn: the newest version of its toolkit does not have it`,
    {
      suggestedFix: 'GET /api/v3/triggers_types lists the trigger types that can be set up',
    },
  )

const unknownInstance = (id: string) =>
  new ServiceError('not_found', `No trigger instance "${id}"`, {
    suggestedFix: 'GET /api/v3/trigger_instances/active?show_disabled=true lists them',
  })

const toRow = (
  project: Project,
  { toolkit, definition }: TriggerType,
  chosen: ChosenAccount | undefined,
  config: Record<string, unknown>,
  now: string,
  publicUrl: string,
): TriggerInstanceRow => {
  const id = createId('ti_')
  const accountId = chosen?.account.id ?? null
  return {
    id,
    uuid: createUuid(),
    project_id: project.id,
    trigger_slug: definition.slug,
    toolkit_slug: toolkit.definition.slug,
    version: toolkit.version,
    connected_account_id: accountId,
    auth_config_id: chosen?.authConfig.id ?? null,
    user_id: chosen?.account.userId ?? null,
    match_key: createHash('sha256')
      .update(canonicalJson([definition.slug, accountId, config]))
      .digest('base64url'),
    config: sealField(project, id, 'config', config),
    state: null,
    trigger_data: null,
    disabled_at: null,
    created_at: now,
    updated_at: now,
    hook: null,
    hook_token_hash: null,
    hook_account: null,
    next_poll_at: definition.poll ? now : null,
    scheduled_at: now,
    poll_count: 0,
    failures: 0,
    ...(definition.webhook &&
      toHookColumns(
        project,
        { id, toolkit: toolkit.definition.slug, chosen, config },
        definition.webhook,
        publicUrl,
      )),
  }
}

type HookOwner = {
  id: string
  toolkit: string
  chosen: ChosenAccount | undefined
  config: Record<string, unknown>
}

const toHookColumns = (
  project: Project,
  { id, toolkit, chosen, config }: HookOwner,
  { register, address, account }: TriggerWebhook,
  publicUrl: string,
) => {
  const token =
    address === 'auth_config'
      ? sharedHookToken(project, { authConfigId: chosen?.authConfig.id ?? null, toolkit })
      : createHookToken()
  const data = register
    ? { status: 'pending' as const }
    : { status: 'manual' as const, hook_url: hookUrl(publicUrl, { token }) }
  return {
    hook: sealHook(project, id, { token }),
    hook_token_hash: hashToken(token),
    hook_account: account
      ? accountFingerprint(
          project,
          toolkit,
          requireAccountValue(account, { account: chosen, config }),
        )
      : null,
    trigger_data: sealRegistration(project, id, data),
  }
}

const insert = ({ database, registrations }: Parts, row: TriggerInstanceRow): Promise<boolean> =>
  database.transaction(async (transaction) => {
    if (!(await triggerStore(transaction).insert(row))) return false
    if (row.hook !== null) await registrations.reconcile(transaction, row)
    return true
  })

/**
 * Enables the matching instance and, if one is named, changes its version; undefined if there is
 * none.
 */
const updateMatching = (
  parts: Parts,
  { project_id, match_key, version, updated_at }: TriggerInstanceRow,
  namesVersion: boolean,
): Promise<{ id: string; uuid: string } | undefined> =>
  parts.database.transaction(async (transaction) => {
    const row = await change(
      parts,
      transaction,
      { project_id, match_key },
      ({ disabled_at, ...current }) => ({
        updated_at,
        ...(namesVersion && { version }),
        ...(disabled_at !== null && enabledChanges(current, updated_at)),
      }),
    )
    return row && { id: row.id, uuid: row.uuid }
  })

type InstanceKey = { project_id: string } & ({ id: string } | { match_key: string })

/** `undefined` when there is no such instance. */
const change = async (
  { registrations }: Parts,
  transaction: Handle,
  { project_id, ...key }: InstanceKey,
  merge: Merge<TriggerInstanceRow>,
): Promise<TriggerInstanceRow | undefined> => {
  const modified = await triggerStore(transaction).modify(project_id, key, merge)
  if (!modified) return undefined
  const { row, former } = modified
  if (row.hook !== null && row.disabled_at !== former.disabled_at)
    await registrations.reconcile(transaction, row)
  return row
}

/**
 * The first poll sets the mark again: items from the time while it was disabled do not fire, just as
 * nothing was pushed then.
 */
const enabledChanges = (
  row: Pick<TriggerInstanceRow, 'poll_count' | 'hook'>,
  now: string,
): Partial<TriggerInstanceRow> => ({
  disabled_at: null,
  updated_at: now,
  state: null,
  failures: 0,
  poll_count: row.poll_count + 1,
  next_poll_at: row.hook === null ? now : null,
  scheduled_at: now,
})

const disabledChanges = (now: string): Partial<TriggerInstanceRow> => ({
  disabled_at: now,
  updated_at: now,
  next_poll_at: null,
})

/** Two configurations are equal where one only leaves out what is the default. */
const withDefaults = (
  { definition }: TriggerType,
  config: Record<string, unknown>,
): Record<string, unknown> => ({
  ...config,
  ...(applyDefaults(definition.config, config) as Record<string, unknown>),
})

const rejectInvalidConfig = (
  { definition }: TriggerType,
  config: Record<string, unknown>,
): void => {
  const checked = compileSchema(definition.config).validate(config)
  if (checked.ok) return
  throw new ServiceError(
    'unprocessable',
    `The configuration does not match the schema of the trigger type "${definition.slug}"`,
    {
      suggestedFix: `Correct what \`errors\` lists; GET /api/v3/triggers_types/${definition.slug} describes the configuration`,
      errors: checked.issues.map(
        ({ path, message }) => `${['body', 'trigger_config', ...path].join('.')}: ${message}`,
      ),
    },
  )
}

/** An account that was deleted concurrently took its instances with it, but not this one. */
const removeOrphan = async (
  accounts: Accounts,
  store: ReturnType<typeof triggerStore>,
  project: Project,
  row: TriggerInstanceRow,
): Promise<void> => {
  if (row.connected_account_id === null) return
  try {
    await accounts.get(project, row.connected_account_id)
  } catch (error) {
    await store.delete(project.id, row.id)
    throw error
  }
}

/**
 * An instance with a damaged configuration or state counts as disabled, since its source is unknown.
 */
const toInstance = (project: Project, row: TriggerInstanceRow): TriggerInstance =>
  unlessDamaged(
    () => toReadInstance(project, row),
    (unreadable) =>
      toReadInstance(project, {
        ...row,
        config: sealField(project, row.id, 'config', { unreadable }),
        state: null,
        trigger_data: null,
        disabled_at: row.disabled_at ?? row.updated_at,
      }),
  )

const toReadInstance = (project: Project, row: TriggerInstanceRow): TriggerInstance => ({
  id: row.id,
  uuid: row.uuid,
  triggerSlug: row.trigger_slug,
  version: row.version,
  accountId: row.connected_account_id,
  userId: row.user_id,
  config: openConfig(project, row),
  state: openObject(project, row, 'state'),
  triggerData: openField(project, row, 'trigger_data'),
  disabledAt: row.disabled_at,
  updatedAt: row.updated_at,
})
