import type { Project } from '../endpoint/index.ts'
import type { Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { stageChanges } from './changes/stage-changes.ts'
import type { ToolkitDefinition } from './definitions.ts'
import type { ImportRequest } from './import-request.ts'
import { toNames } from './contents/stored-tool.ts'
import { isSameServer } from './mcp/sealed-request.ts'
import { differenceTo, saveVersion } from './save-version.ts'
import { readToolkitDefinition } from './stored-definitions.ts'
import { catalogStore, type ToolRow } from './store.ts'

type Parts = { events: Events } & Parameters<typeof saveVersion>[0] &
  Parameters<typeof stageChanges>[0]

export type PreviousImport = {
  version: string
  definition: Omit<ToolkitDefinition, 'tools'>
  tools: ToolRow[]
}

/** Limit of the tools of each kind in an event. */
const maximumNamed = 100

/** `contentId`: of a new version. */
type Applied = Omit<Awaited<ReturnType<typeof saveVersion>>, 'contentId'> & { contentId?: string }

type Change = { accepted: boolean; added: string[]; changed: string[]; removed: string[] }

export const findPreviousImport = async (
  store: ReturnType<typeof catalogStore>,
  projectId: string,
  slug: string,
): Promise<PreviousImport | undefined> => {
  const latest = await store.findToolkit(projectId, slug)
  const row = latest && (await store.findToolkitVersion(projectId, slug, latest.version))
  return (
    latest &&
    row && {
      version: latest.version,
      definition: readToolkitDefinition(row.definition, slug),
      tools: await store.listToolsOf(projectId, latest),
    }
  )
}

/** Applies an import that a project key requested, at once, and discards pending changes. */
export const applyImport = async (
  parts: Parts,
  transaction: Handle,
  project: Project,
  previous: PreviousImport | undefined,
  toolkit: ToolkitDefinition,
  options: { isShared?: boolean } = {},
): Promise<Applied> => {
  await catalogStore(transaction).deleteAllChanges(project.id, toolkit.slug)
  return (
    (previous && (await unchangedVersion(project, previous, toolkit))) ??
    saveVersion(parts, transaction, project.id, toolkit, options)
  )
}

/** What an import would change, without doing it. */
export const previewImport = (
  previous: PreviousImport | undefined,
  tools: Parameters<typeof differenceTo>[1],
): Applied => ({
  version: previous?.version ?? '',
  difference: differenceTo(previous?.tools ?? [], tools),
})

/**
 * Leaves the result of a refresh pending for the project's decision, unless the project accepts
 * changes automatically.
 */
export const applyRefresh = async (
  parts: Parts,
  transaction: Handle,
  project: Project,
  request: ImportRequest,
  previous: PreviousImport,
  toolkit: ToolkitDefinition,
): Promise<Applied> => {
  const accepted = request.changes === 'accept_automatically'
  if (accepted) {
    const applied = await applyImport(parts, transaction, project, previous, toolkit)
    await publishChange(parts, transaction, project, toolkit.slug, {
      ...applied.difference,
      accepted,
    })
    return applied
  }
  const { version, ...staged } = await stageChanges(
    parts,
    transaction,
    project.id,
    previous,
    toolkit.tools,
  )
  await publishChange(parts, transaction, project, toolkit.slug, { ...staged, accepted })
  return {
    version,
    difference: {
      added: [],
      changed: [],
      removed: staged.removed,
      unchanged: previous.tools.length - staged.removed.length,
    },
  }
}

const publishChange = async (
  { events }: Parts,
  transaction: Handle,
  project: Project,
  slug: string,
  { accepted, ...lists }: Change,
): Promise<void> => {
  if (lists.added.length + lists.changed.length + lists.removed.length === 0) return
  const [added, changed, removed] = [lists.added, lists.changed, lists.removed].map((list) =>
    list.slice(0, maximumNamed),
  )
  await events.publish(transaction, {
    type: 'toolkit.changed',
    scope: project.id,
    data: { toolkit: { slug }, accepted, added, changed, removed },
  })
}

/** When an MCP server's tools are unchanged, no version is created: refreshes may be frequent. */
const unchangedVersion = async (
  project: Project,
  previous: PreviousImport,
  toolkit: ToolkitDefinition,
) => {
  if (!toolkit.mcp || !isSameServer(project, previous.definition, toolkit)) return undefined
  const difference = differenceTo(previous.tools, await toNames(toolkit.tools))
  const isSame = difference.unchanged === toolkit.tools.length && difference.removed.length === 0
  return isSame ? { version: previous.version, difference } : undefined
}
