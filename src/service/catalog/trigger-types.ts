import type { ToolkitVersions } from '../../contract/common.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { versionOf, type Catalog, type Toolkit } from './catalog.ts'
import type { TriggerTypeDefinition } from './definitions.ts'

/** A trigger type in one version of its toolkit. */
export type TriggerType = { toolkit: Toolkit; definition: TriggerTypeDefinition }

/** A trigger type by its upper-case slug, in the requested version or the newest of its toolkit. */
export const getTriggerType = async (
  catalog: Catalog,
  project: Project,
  slug: string,
  versions?: ToolkitVersions | undefined,
): Promise<TriggerType> => {
  const newest = await findToolkit(catalog, project, slug)
  const wanted = newest && versionOf(versions, newest.definition.slug)
  const toolkit = newest && (await findVersion(catalog, project, newest, wanted))
  const type = toolkit && findIn(toolkit, slug)
  if (type) return type
  throw new ServiceError(
    'not_found',
    wanted === undefined
      ? `No trigger type "${slug}"`
      : `No trigger type "${slug}" in version "${wanted}" of its toolkit`,
    {
      suggestedFix: 'GET /api/v3/triggers_types lists them',
    },
  )
}

/**
 * Whether a trigger type existed in an earlier version of its toolkit and is missing in the newest.
 */
export const isWithdrawn = async (
  catalog: Catalog,
  project: Project,
  slug: string,
): Promise<boolean> => {
  const toolkit = await findToolkit(catalog, project, slug)
  if (!toolkit || findIn(toolkit, slug)) return false
  for (const version of await catalog.listToolkitVersions(project, toolkit.definition.slug)) {
    if (findIn(await catalog.getToolkit(project, toolkit.definition.slug, version), slug))
      return true
  }
  return false
}

/** The slugs of all trigger types, each in the newest version of its toolkit. */
export const listTriggerTypeSlugs = async (catalog: Catalog, project: Project): Promise<string[]> =>
  [...(await catalog.listToolkits(project)).values()]
    .flatMap(({ definition }) => definition.triggers.map(({ slug }) => slug))
    .toSorted()

const findToolkit = async (
  catalog: Catalog,
  project: Project,
  slug: string,
): Promise<Toolkit | undefined> => {
  const owner = await catalog.ownerOf(project, 'trigger', slug)
  return owner === undefined ? undefined : (await catalog.listToolkits(project)).get(owner)
}

const findVersion = async (
  catalog: Catalog,
  project: Project,
  newest: Toolkit,
  wanted: string | undefined,
): Promise<Toolkit | undefined> => {
  if (wanted === undefined || wanted === 'latest' || wanted === newest.version) return newest
  const { slug } = newest.definition
  return (await catalog.listToolkitVersions(project, slug)).includes(wanted)
    ? catalog.getToolkit(project, slug, wanted)
    : undefined
}

const findIn = (toolkit: Toolkit, slug: string): TriggerType | undefined => {
  const definition = toolkit.definition.triggers.find((candidate) => candidate.slug === slug)
  return definition && { toolkit, definition }
}
