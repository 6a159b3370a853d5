import type { Clock } from '../../platform/clock.ts'
import type { Handle } from '../../platform/database/index.ts'
import { createId } from '../../platform/ids.ts'
import type { Projects } from '../../projects/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { ToolDefinition, ToolkitDefinition } from '../definitions.ts'
import { saveVersion } from '../save-version.ts'
import { catalogStore, type ToolkitChangeRow, type ToolRow } from '../store.ts'
import { compareTools } from './compare-tools.ts'
import { readAccepted } from './read-accepted.ts'

type Parts = { projects: Projects; clock: Clock }

type Accepted = { version: string; definition: Omit<ToolkitDefinition, 'tools'>; tools: ToolRow[] }

type Staged = { version: string; added: string[]; changed: string[]; removed: string[] }

/**
 * Stores a server's current tools as changes to the tools that the project accepted. Tools that the
 * server no longer lists are removed at once; the rest of the toolkit stays as accepted, its
 * description and hosts included.
 */
export const stageChanges = async (
  parts: Parts,
  transaction: Handle,
  projectId: string,
  accepted: Accepted,
  listed: ToolDefinition[],
): Promise<Staged> => {
  const store = catalogStore(transaction)
  const { slug: toolkit } = accepted.definition
  await parts.projects.lock(transaction, projectId)
  if ((await store.findToolkit(projectId, toolkit))?.version !== accepted.version) {
    throw new ServiceError(
      'conflict',
      `The toolkit "${toolkit}" got another version while its server was queried`,
    )
  }
  const before = await readAccepted(
    store,
    projectId,
    { slug: toolkit, version: accepted.version },
    accepted.tools,
  )
  const different = listed.filter(
    (definition) => compareTools(before.get(definition.slug), definition).length > 0,
  )
  const fresh = await replaceRows(parts, transaction, projectId, toolkit, different)

  const now = new Set(listed.map(({ slug }) => slug))
  const removed = [...before.keys()].filter((slug) => !now.has(slug))
  const kept = [...before.values()].filter(({ slug }) => now.has(slug))
  const version =
    removed.length === 0
      ? accepted.version
      : (await saveVersion(parts, transaction, projectId, { ...accepted.definition, tools: kept }))
          .version
  return {
    version,
    added: fresh.filter((slug) => !before.has(slug)),
    changed: fresh.filter((slug) => before.has(slug)),
    removed,
  }
}

/**
 * Returns the slugs of new changes. A rejected change stays rejected until the server changes it.
 */
const replaceRows = async (
  { clock }: Parts,
  transaction: Handle,
  projectId: string,
  toolkit: string,
  different: ToolDefinition[],
): Promise<string[]> => {
  const store = catalogStore(transaction)
  const known = new Map((await store.listChanges(projectId, toolkit)).map((row) => [row.slug, row]))
  const rows = different.map((definition): ToolkitChangeRow => ({
    project_id: projectId,
    toolkit_slug: toolkit,
    slug: definition.slug,
    id: createId('chg_'),
    operation: definition.operation,
    definition: JSON.stringify(definition),
    status: 'pending',
    found_at: clock.now().toISOString(),
  }))
  const fresh = rows.filter((row) => known.get(row.slug)?.definition !== row.definition)
  const same = new Set(rows.filter((row) => !fresh.includes(row)).map(({ slug }) => slug))
  await store.deleteChanges(
    projectId,
    toolkit,
    [...known.keys()].filter((slug) => !same.has(slug)),
  )
  await store.insertChanges(fresh)
  return fresh.map(({ slug }) => slug)
}
