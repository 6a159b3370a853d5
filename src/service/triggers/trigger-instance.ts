import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import { compileSchema } from '../../schema/index.ts'
import type { Accounts, ChosenAccount } from '../accounts/account.ts'
import type { AuthConfigs } from '../auth-configs/auth-config.ts'
import { versionOf, type Catalog } from '../catalog/catalog.ts'
import { getTriggerType, isWithdrawn, type TriggerType } from '../catalog/trigger-types.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { createId, createUuid } from '../platform/ids.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import type { Project } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import { chooseTriggerAccount } from './choose-trigger-account.ts'
import { removeWithOwners } from './remove-with-owners.ts'
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

export type Triggers = ReturnType<typeof createTriggers>

type UpsertRequest = z.output<typeof contract.triggerInstances.upsert.body>

type Parts = { database: Database; catalog: Catalog; authConfigs: AuthConfigs; accounts: Accounts; events: Events; clock: Clock }

/** The rules of trigger instances. */
export const createTriggers = (parts: Parts) => {
  const store = triggerStore(parts.database.handle)
  removeWithOwners(parts.events, store)

  return {
    /** Creates an instance, or updates and enables the one of the same trigger type, account and configuration. */
    upsert: async (project: Project, slug: string, request: UpsertRequest): Promise<{ id: string; uuid: string; created: boolean }> => {
      if (await isWithdrawn(parts.catalog, project, slug)) throw withdrawn(slug)
      const type = await getTriggerType(parts.catalog, project, slug, request.toolkit_versions)
      const chosen = await chooseTriggerAccount(parts, project, type.toolkit, request.connected_account_id)
      const config = request.trigger_config ?? {}
      const row = toRow(project, type, chosen, config, timestamp(parts.clock))
      const namesVersion = versionOf(request.toolkit_versions, row.toolkit_slug) !== undefined
      if (namesVersion) refuseUnfit(type, config)

      for (;;) {
        const matching = await store.updateMatching(project.id, row.match_key, { disabled_at: null, updated_at: row.updated_at, ...(namesVersion && { version: row.version }) })
        if (matching) return { ...matching, created: false }
        // Only now: what matches was checked by the version that it keeps.
        refuseUnfit(type, config)
        if (await store.insert(row)) break
      }
      await removeOrphan(parts.accounts, store, project, row)
      return { id: row.id, uuid: row.uuid, created: true }
    },

    list: async (project: Project, filter: TriggerInstanceFilter, query: Parameters<typeof parsePage>[0]) => {
      const page = parsePage(query)
      const { rows, total, next } = await store.page(project.id, filter, page)
      return toPage(rows.map((row) => toInstance(project, row)), total, page, next)
    },

    setEnabled: async (project: Project, id: string, enabled: boolean): Promise<void> => {
      const row = await store.find(project.id, id)
      if (!row) throw unknownInstance(id)
      if (enabled === (row.disabled_at === null)) return
      const now = timestamp(parts.clock)
      if (!(await store.update(project.id, id, { disabled_at: enabled ? null : now, updated_at: now }))) throw unknownInstance(id)
    },

    delete: async (project: Project, id: string): Promise<void> => {
      if (!(await store.delete(project.id, id))) throw unknownInstance(id)
    },

    /** The instance with this legacy UUID. */
    findByUuid: (project: Project, uuid: string): Promise<{ id: string } | undefined> => store.findByUuid(project.id, uuid),
  }
}

const withdrawn = (slug: string) =>
  new ServiceError('gone', `The trigger type "${slug}" was withdrawn: the newest version of its toolkit has it no longer`, {
    suggestedFix: 'GET /api/v3/triggers_types lists the trigger types that can be set up',
  })

const unknownInstance = (id: string) =>
  new ServiceError('not_found', `No trigger instance "${id}"`, { suggestedFix: 'GET /api/v3/trigger_instances/active?show_disabled=true lists them' })

const toRow = (project: Project, { toolkit, definition }: TriggerType, chosen: ChosenAccount | undefined, config: Record<string, unknown>, now: string): TriggerInstanceRow => {
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
    match_key: createHash('sha256').update(canonicalJson([definition.slug, accountId, config])).digest('base64url'),
    config: project.dataKey.encrypt(JSON.stringify(config), { record: id, field: 'config' }),
    state: null,
    trigger_data: null,
    disabled_at: null,
    created_at: now,
    updated_at: now,
  }
}

const refuseUnfit = ({ definition }: TriggerType, config: Record<string, unknown>): void => {
  const checked = compileSchema(definition.config).validate(config)
  if (checked.ok) return
  throw new ServiceError('unprocessable', `The configuration does not fit the trigger type "${definition.slug}"`, {
    suggestedFix: `Correct what \`errors\` lists; GET /api/v3/triggers_types/${definition.slug} describes the configuration`,
    errors: checked.issues.map(({ path, message }) => `${['body', 'trigger_config', ...path].join('.')}: ${message}`),
  })
}

/** An account that was deleted meanwhile took its instances along before this one came. */
const removeOrphan = async (accounts: Accounts, store: ReturnType<typeof triggerStore>, project: Project, row: TriggerInstanceRow): Promise<void> => {
  if (row.connected_account_id === null) return
  try {
    await accounts.get(project, row.connected_account_id)
  } catch (error) {
    await store.delete(project.id, row.id)
    throw error
  }
}

/** One whose configuration or state was damaged counts as disabled, since nobody knows what it is to watch. */
const toInstance = (project: Project, row: TriggerInstanceRow): TriggerInstance =>
  unlessDamaged(
    () => toReadInstance(project, row),
    (unreadable) => toReadInstance(project, { ...row, config: project.dataKey.encrypt(JSON.stringify({ unreadable }), { record: row.id, field: 'config' }), state: null, trigger_data: null, disabled_at: row.disabled_at ?? row.updated_at }),
  )

const toReadInstance = (project: Project, row: TriggerInstanceRow): TriggerInstance => {
  const decrypt = (field: 'config' | 'state' | 'trigger_data'): string | null => {
    const sealed = row[field]
    return sealed === null ? null : project.dataKey.decrypt(sealed, { record: row.id, field })
  }
  return {
    id: row.id,
    uuid: row.uuid,
    triggerSlug: row.trigger_slug,
    version: row.version,
    accountId: row.connected_account_id,
    userId: row.user_id,
    config: JSON.parse(decrypt('config') ?? '{}') as Record<string, unknown>,
    state: JSON.parse(decrypt('state') ?? '{}') as Record<string, unknown>,
    triggerData: decrypt('trigger_data'),
    disabledAt: row.disabled_at,
    updatedAt: row.updated_at,
  }
}
