import { createHash } from 'node:crypto'
import type { ImportReport } from '../../../contract/toolkits.ts'
import type { DescriptionCache } from '../../descriptions/index.ts'
import type { Handle } from '../../platform/database/index.ts'
import { serviceVersion } from '../../platform/service-version.ts'
import { outline, storedJson } from '../../platform/stored-json.ts'
import type { ToolkitDefinition } from '../definitions.ts'
import { maximumSources } from '../documents/address-reader.ts'
import type { ImportRequest } from '../import-request.ts'
import { isGraphQlImport } from '../read-graphql.ts'
import { authOf } from '../recipe/index.ts'
import type { PreviousSlug } from '../slug-owners/previous-slug.ts'
import { catalogStore } from '../store.ts'
import { readToolkitDefinition } from '../stored-definitions.ts'

/** What an import reports of its description, whatever the project. */
export type KnownReport = Omit<ImportReport, 'version' | 'preview' | 'verdict' | 'difference'>

/** An import of the catalogue that was done before, and what it made. */
export type KnownImport = {
  contentId: string
  definition: Omit<ToolkitDefinition, 'tools'>
  report: KnownReport
}

type Given = {
  request: ImportRequest
  previousSlugs: readonly PreviousSlug[]
  publicUrl: string
}

const readReport = storedJson('known_imports.report', outline<KnownReport>({}))

/**
 * Names everything that an import of the catalogue depends on, except the description: that is
 * compared by the hashes of its files.
 */
export const toImportKey = ({ request, previousSlugs, publicUrl }: Given): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        serviceVersion,
        publicUrl,
        request.slug,
        request.shippedRecipe,
        previousSlugs.map(({ operation, slug, renamedTo }) => [operation, slug, renamedTo ?? null]),
      ]),
    )
    .digest('base64url')

/** What such an import would make, if its description is still the one that was read then. */
export const findKnownImport = async (
  handle: Handle,
  descriptions: DescriptionCache,
  key: string,
): Promise<KnownImport | undefined> => {
  const row = await catalogStore(handle).findKnownImport(key)
  if (!row) return undefined
  const definition = readToolkitDefinition(row.definition, row.id)
  if (!(await areCurrent(descriptions, definition))) return undefined
  return { contentId: row.id, definition, report: readReport(row.report, key) }
}

/** Whether another project may take over what an import made. */
export const isReusable = async (
  descriptions: DescriptionCache,
  request: ImportRequest,
  toolkit: Pick<ToolkitDefinition, 'sources'>,
): Promise<boolean> => {
  if (request.source === undefined) return true
  // A schema has no authentication: without a recipe's, that of the version before is kept.
  if (isGraphQlImport(request) && authOf(request) === undefined) return false
  const files = toolkit.sources?.length ?? 0
  return files > 0 && files < maximumSources && (await areCurrent(descriptions, toolkit))
}

const areCurrent = async (
  descriptions: DescriptionCache,
  { sources = [] }: Pick<ToolkitDefinition, 'sources'>,
): Promise<boolean> => {
  for (const { address, sha256 } of sources)
    if ((await descriptions.findFresh(address)) !== sha256) return false
  return true
}
