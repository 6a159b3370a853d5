import { z } from 'zod'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { readAllowedTools } from './check-configuration.ts'
import { mcpServerStore, type McpServerToolkitRow, type Removed } from './store.ts'

type Parts = { database: Database; events: Events; clock: Clock }

const deletedRecord = z.object({ id: z.string() })
const deletedToolkit = z.object({ toolkit: z.string() })

/** Servers per batch. */
const batchSize = 100

/** Removes deleted auth configs and toolkits from the servers that use them. */
export const removeWithOwners = (parts: Parts): void => {
  const { events } = parts
  events.subscribe('auth_config.deleted', 'mcp', ({ scope, data }) =>
    takeOut(parts, scope, { authConfigId: deletedRecord.parse(data).id }),
  )
  events.subscribe('toolkit.deleted', 'mcp', ({ scope, data, at }) =>
    // A toolkit with the same slug may have been imported since, so later entries stay.
    takeOut(parts, scope, { toolkit: deletedToolkit.parse(data).toolkit, until: at }),
  )
}

const takeOut = async (
  { database, events, clock }: Parts,
  projectId: string,
  removed: Removed,
): Promise<void> => {
  for (;;) {
    const ids = await mcpServerStore(database.handle).listIdsHolding(projectId, removed, batchSize)
    if (ids.length === 0) return
    for (const id of ids)
      await database.transaction((transaction) =>
        takeOutOf({ transaction, events, clock }, projectId, id, removed),
      )
  }
}

const takeOutOf = async (
  { transaction, events, clock }: { transaction: Handle; events: Events; clock: Clock },
  projectId: string,
  id: string,
  removed: Removed,
): Promise<void> => {
  const store = mcpServerStore(transaction)
  await store.modify(projectId, id, async (row) => {
    const toolkits = await store.listToolkits([id])
    const kept = toolkits.filter((toolkit) => !isRemoved(toolkit, removed))
    const allowed = readAllowedTools(row.allowed_tools, id)
    const keptTools = allowed.filter(({ toolkit }) =>
      kept.some(({ toolkit_slug }) => toolkit_slug === toolkit),
    )
    // Without its allowed tools, an empty list would allow all others: a server that has no tools
    // left is deleted.
    if (kept.length === 0 || (allowed.length > 0 && keptTools.length === 0)) {
      await store.delete(projectId, id)
      await events.publish(transaction, {
        type: 'mcp_server.deleted',
        scope: projectId,
        data: { id },
      })
      return undefined
    }
    await store.deleteToolkits(
      id,
      toolkits.filter((toolkit) => !kept.includes(toolkit)).map(({ position }) => position),
    )
    return { allowed_tools: JSON.stringify(keptTools), updated_at: timestamp(clock) }
  })
}

const isRemoved = (row: McpServerToolkitRow, removed: Removed): boolean =>
  'toolkit' in removed
    ? row.toolkit_slug === removed.toolkit && row.created_at <= removed.until
    : row.auth_config_id === removed.authConfigId
