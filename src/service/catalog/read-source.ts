import type { DescriptionCache } from '../descriptions/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { ByteBudget } from '../platform/byte-budget.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'
import { ServiceError } from '../service-error.ts'
import type { PreviousImport } from './apply-import.ts'
import type { ToolkitDefinition } from './definitions.ts'
import type { ImportRequest } from './import-request.ts'
import type { McpImportParts } from './mcp/import-mcp.ts'
import type { ImportReport } from './openapi/index.ts'
import { readGraphQl } from './read-graphql.ts'
import { readOpenApi } from './read-openapi.ts'
import {
  applyRecipe,
  emptyToolkit,
  rejectForeignRequests,
  refuseFreeHosts,
} from './recipe/index.ts'
import { countTokens } from './shared-definitions/count-tokens.ts'
import type { FindOwners, KnownSlugs } from './slug-owners/assign-unowned.ts'
import { takenSlug } from './slug-owners/assign-wanted.ts'
import { byOperation } from './slug-owners/operation-shape.ts'
import { toPreviousSlugs, type PreviousSlug } from './slug-owners/previous-slug.ts'
import { catalogStore } from './store.ts'
import { toTriggerTypes } from './trigger-type.ts'

type Parts = McpImportParts & {
  descriptions: DescriptionCache
  database: Database
  texts: TextParser
  bytes: ByteBudget
  clock: Clock
}

type Work = {
  /** Of the import, for its progress. */
  id: string
  request: ImportRequest
  previous: PreviousImport | undefined
  /** The slugs that tools of the toolkit have or had. */
  previousSlugs: readonly PreviousSlug[]
  signal: AbortSignal
  /**
   * Called when the result depends on more than recipe, description and previous slugs, such as a
   * file that could not be read: the same import may make something else for another project, or
   * later.
   */
  onDependence: () => void
}

type Described = { toolkit: ToolkitDefinition; report: ImportReport }

/**
 * The toolkit of an import: what its source describes, as the recipe has it, as the request has it.
 * The report names what could not be used.
 */
export const readSource = async (
  parts: Parts,
  project: Project,
  work: Work,
): Promise<Described> => {
  const { request } = work
  const findOwners: FindOwners = async (slugs) => {
    const owners = await catalogStore(parts.database.handle).findSlugOwners(
      project.id,
      'tool',
      slugs,
    )
    const others = new Map([...owners].filter(([, owner]) => owner !== request.slug))
    if (others.size > 0) work.onDependence()
    return others
  }
  await rejectOwned(request, findOwners)
  const { toolkit, report } = await describe(parts, project, work, findOwners)
  rejectOfOthers(request, toolkit, work.previousSlugs)
  if (!request.recipe) return { toolkit: withRequest(toolkit, request), report }
  const applied = applyRecipe(toolkit, request)
  refuseFreeHosts(applied.toolkit)
  rejectForeignRequests(applied.toolkit)
  const { tools } = applied.toolkit
  return {
    toolkit: withRequest(applied.toolkit, request),
    report: {
      ...report,
      operations: report.operations + applied.declared,
      made: tools.length,
      tools: tools.map(({ slug }) => slug),
      warnings: [...report.warnings, ...applied.warnings],
      tokens: await countTokens(tools),
    },
  }
}

/** The slug of a declared operation is given, not chosen, so it must be free. */
const rejectOwned = async ({ recipe }: ImportRequest, findOwners: FindOwners): Promise<void> => {
  const declared = (recipe?.tools ?? []).flatMap(({ declare, slug }) =>
    declare === undefined || slug === undefined ? [] : [slug],
  )
  if (declared.length === 0) return
  const [owned] = await findOwners(declared)
  if (!owned) return
  const [slug, owner] = owned
  throw new ServiceError(
    'invalid_request',
    `The recipe declares the tool ${slug}, which belongs to the toolkit "${owner}"`,
    { suggestedFix: 'Give it another slug in the recipe' },
  )
}

/**
 * Neither may it be the slug, or an alias, that another operation of the description had before: a
 * name that the description only wants goes to the declared operation.
 */
const rejectOfOthers = (
  { recipe }: ImportRequest,
  { tools }: ToolkitDefinition,
  previousSlugs: readonly PreviousSlug[],
): void => {
  const findPresent = byOperation(tools)
  const owners = new Map(
    previousSlugs
      .filter(({ operation }) => findPresent(operation))
      .map(({ slug, operation }) => [slug, { operation }]),
  )
  for (const { declare, slug = '' } of recipe?.tools ?? []) {
    const operation = `${declare?.method} ${declare?.path}`
    const owner = owners.get(slug)
    if (!declare || !owner || byOperation([owner])(operation)) continue
    throw new ServiceError('invalid_request', takenSlug(operation, slug, owner.operation))
  }
}

const describe = async (
  parts: Parts,
  project: Project,
  { id, request, previous, previousSlugs, signal, onDependence }: Work,
  findOwners: FindOwners,
): Promise<Described> => {
  const store = catalogStore(parts.database.handle)
  const known: KnownSlugs = {
    previous: previousSlugs,
    renames: request.rename_tools,
    findOwners,
  }
  if (!request.source) return emptyToolkit(request)
  if ('mcp' in request.source) {
    const { importMcp } = await import('./mcp/import-mcp.ts')
    return importMcp(
      parts,
      project,
      { ...request, source: request.source },
      previous && { ...previous.definition, tools: previous.tools },
      known,
      signal,
    )
  }
  let reported = 0
  const onProgress = (done: number, total: number) => {
    if (done - reported < 100 && done !== total) return
    reported = done
    void store.updateRunningImport(id, { done, total }).catch(() => {})
  }
  const settings = { known, signal, onProgress, onDependence }
  const { source } = request
  if ('graphql' in source)
    return readGraphQl(parts, project, { ...request, source }, { ...settings, previous })
  return readOpenApi(parts, request, source, { projectId: project.id, ...settings })
}

/** The slugs that tools of a toolkit have or had. A pending tool keeps its slug too. */
export const listPreviousSlugs = async (
  store: ReturnType<typeof catalogStore>,
  projectId: string,
  toolkit: string,
): Promise<PreviousSlug[]> => {
  const stored = toPreviousSlugs(await store.listSlugsOf(projectId, toolkit))
  const known = new Set(stored.map(({ operation }) => operation))
  const waiting = await store.listChanges(projectId, toolkit)
  return [
    ...stored,
    ...waiting.flatMap(({ operation, slug }) =>
      known.has(operation) ? [] : [{ operation, slug }],
    ),
  ]
}

const withRequest = (toolkit: ToolkitDefinition, request: ImportRequest): ToolkitDefinition => ({
  ...toolkit,
  ...(request.description !== undefined && { description: request.description }),
  ...(request.categories !== undefined && { categories: request.categories }),
  ...(request.current_user !== undefined && {
    account: {
      look_ups: toolkit.account?.look_ups ?? [],
      verification: { request: request.current_user },
    },
  }),
  ...(request.triggers !== undefined && {
    triggers: toTriggerTypes(request.slug, request.triggers),
  }),
  ...(request.answers !== undefined && { answers: request.answers }),
})
