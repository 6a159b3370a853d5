import type { ToolkitVersions } from '../../contract/common.ts'
import { listSome } from '../platform/list-some.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import type { ToToolkit, Toolkit } from './latest-toolkits.ts'
import type { catalogStore } from './store.ts'
import { versionOf } from './version-of.ts'

/**
 * Returns toolkits in the versions that a request names for them; throws for an unknown version.
 */
export const createInVersions =
  (store: ReturnType<typeof catalogStore>, toToolkit: ToToolkit) =>
  async (
    project: Project,
    toolkits: readonly Toolkit[],
    versions: ToolkitVersions | undefined,
  ): Promise<Toolkit[]> => {
    const wanted = toolkits.map((toolkit) => toWanted(toolkit, versions))
    const earlier = wanted.filter(({ toolkit, version }) => version !== toolkit.version)
    if (earlier.length === 0) return [...toolkits]
    const rows = await store.listToolkitsIn(
      project.id,
      earlier.map(({ toolkit }) => toolkit.definition.slug),
      [...new Set(earlier.map(({ version }) => version))],
    )
    const found = new Map(rows.map((row) => [`${row.slug} ${row.version}`, row]))
    const missing = earlier.find(
      ({ toolkit, version }) => !found.has(`${toolkit.definition.slug} ${version}`),
    )
    if (missing) {
      const { slug } = missing.toolkit.definition
      throw unknownVersion(slug, missing.version, await store.listToolkitVersions(project.id, slug))
    }
    return wanted.map(({ toolkit, version }) => {
      const row = found.get(`${toolkit.definition.slug} ${version}`)
      return row
        ? toToolkit(row, { created_at: toolkit.createdAt, updated_at: row.created_at })
        : toolkit
    })
  }

export const unknownVersion = (slug: string, version: string, existing: string[]): ServiceError =>
  new ServiceError('not_found', `The toolkit "${slug}" has no version "${version}"`, {
    suggestedFix: `Use "latest" or one of: ${listSome(existing)}`,
  })

const toWanted = (toolkit: Toolkit, versions: ToolkitVersions | undefined) => {
  const named = versionOf(versions, toolkit.definition.slug) ?? 'latest'
  return { toolkit, version: named === 'latest' ? toolkit.version : named }
}
