import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import type { TriggerWebhook } from '../../contract/import-trigger-webhook.ts'
import { compileSchema } from '../../schema/index.ts'
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
import { parsePage, toPage } from '../platform/pagination.ts'
import { hashToken, unlessDamaged } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import { chooseTriggerAccount } from './choose-trigger-account.ts'
import { createHookToken, hookUrl, sealHook } from './hooks/hook-address.ts'
import { sealRegistration } from './hooks/registration-state.ts'
import type { Registrations } from './hooks/registration.ts'
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
  /** How far the source was read; empty until it has been. */
  state: Record<string, unknown>
  /** What the source keeps for the instance, as JSON text. */
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
      const chosen = await chooseTriggerAccount(
        parts,
        project,
        type.toolkit,
        request.connected_account_id,
      )
      const config = request.trigger_config ?? {}
      const row = toRow(project, type, chosen, config, timestamp(parts.clock), parts.publicUrl())
      const namesVersion = versionOf(request.toolkit_versions, row.toolkit_slug) !== undefined
      if (namesVersion) refuseUnfit(type, config)

      for (;;) {
        const matching = await updateMatching(parts, row, namesVersion)
        if (matching) return { ...matching, created: false }
        // Only now: what matches was checked by the version that it keeps.
        refuseUnfit(type, config)
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
      const { rows, total, next } = await store.page(project.id, filter, page)
      return toPage(
        rows.map((row) => toInstance(project, row)),
        total,
        page,
        next,
      )
    },

    setEnabled: (project: Project, id: string, enabled: boolean): Promise<void> =>
      parts.database.transaction(async (transaction) => {
        const now = timestamp(parts.clock)
        const found = await change(parts, transaction, { project_id: project.id, id }, (row) => {
          if (enabled === (row.disabled_at === null)) return undefined
          return enabled ? switchedOn(row, now) : switchedOff(now)
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
    `The trigger type "${slug}" was withdrawn: the newest version of its toolkit has it no longer`,
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
    next_poll_at: definition.poll ? now : null,
    poll_count: 0,
    failures: 0,
    ...(definition.webhook && toHookColumns(project, id, definition.webhook, publicUrl)),
  }
}

const toHookColumns = (
  project: Project,
  id: string,
  { register }: TriggerWebhook,
  publicUrl: string,
) => {
  const token = createHookToken()
  const data = register
    ? { status: 'pending' as const }
    : { status: 'manual' as const, hook_url: hookUrl(publicUrl, { token }) }
  return {
    hook: sealHook(project, id, { token }),
    hook_token_hash: hashToken(token),
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
 * The instance that matches, enabled and, where one is named, of another version; undefined when
 * there is none.
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
        ...(disabled_at !== null && switchedOn(current, updated_at)),
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
 * Its first poll sets the mark anew: what happened while it was off is not made up for, as nothing
 * was pushed either.
 */
const switchedOn = (
  row: Pick<TriggerInstanceRow, 'poll_count' | 'hook'>,
  now: string,
): Partial<TriggerInstanceRow> => ({
  disabled_at: null,
  updated_at: now,
  state: null,
  failures: 0,
  poll_count: row.poll_count + 1,
  next_poll_at: row.hook === null ? now : null,
})

const switchedOff = (now: string): Partial<TriggerInstanceRow> => ({
  disabled_at: now,
  updated_at: now,
  next_poll_at: null,
})

const refuseUnfit = ({ definition }: TriggerType, config: Record<string, unknown>): void => {
  const checked = compileSchema(definition.config).validate(config)
  if (checked.ok) return
  throw new ServiceError(
    'unprocessable',
    `The configuration does not fit the trigger type "${definition.slug}"`,
    {
      suggestedFix: `Correct what \`errors\` lists; GET /api/v3/triggers_types/${definition.slug} describes the configuration`,
      errors: checked.issues.map(
        ({ path, message }) => `${['body', 'trigger_config', ...path].join('.')}: ${message}`,
      ),
    },
  )
}

/** An account that was deleted meanwhile took its instances along before this one came. */
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
 * One whose configuration or state was damaged counts as disabled, since nobody knows what it is to
 * watch.
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
