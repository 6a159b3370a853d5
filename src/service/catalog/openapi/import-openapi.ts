import { countTokens } from '../shared-definitions/count-tokens.ts'
import { assignUnowned } from '../slug-owners/assign-unowned.ts'
import type { SlugAssignment } from '../slug-owners/assign-wanted.ts'
import { toRenamed } from '../slug-owners/to-renamed.ts'
import type { HttpRequestTemplate, HttpToolDefinition, ToolkitDefinition } from '../definitions.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import { mergeSchemes } from './auth/merge-schemes.ts'
import { readAuth, type Auth } from './auth/read-auth.ts'
import { buildTool } from './build-tool.ts'
import { createYielder, inSlices } from '../../platform/create-yielder.ts'
import { ImportProblem } from './document/import-problem.ts'
import { toJsonObject, toText } from './document/json-object.ts'
import type { OpenApiDocument } from './document/open-document.ts'
import { checkOptions, type ImportOptions } from './import-options.ts'
import type { ImportReport } from './import-report.ts'
import {
  openDescriptions,
  type OpenedDescription,
  type OpenedDescriptions,
} from './open-descriptions.ts'
import type { Operation } from './operation/read-operations.ts'
import { readAllServers, type Servers } from './operation/read-all-servers.ts'
import { defaultUrl, type Server } from './operation/read-servers.ts'
import { planTools, type PlanParts } from './plan-tools.ts'
import { createSharedDefinitions } from './schema/create-shared-definitions.ts'
import { isSelected } from './select-operations.ts'
import { assignSlugsInSteps } from './slugs/assign-slugs.ts'
import { publicMessage } from '../../platform/public-error.ts'
import { quote } from '../../platform/quote.ts'

/**
 * Makes a toolkit from a description in OpenAPI 3.x or Swagger 2, or from several.
 *
 * An operation that can't become a tool is skipped, and the report says why; a document that
 * describes no operations at all throws. Works in slices of some milliseconds, so a service may
 * import while it serves. Tools share the definitions of
 * their schemas: treat the result as read-only.
 *
 * @example
 * const { toolkit, report } = await importOpenApi(JSON.parse(text), { slug: 'github' })
 */
export const importOpenApi = async (
  description: unknown,
  options: ImportOptions,
): Promise<{ toolkit: ToolkitDefinition<HttpRequestTemplate>; report: ImportReport }> => {
  checkOptions(options)
  const yieldIfDue = createYielder()
  const opened = await openDescriptions(description, options)
  const operations = opened.flatMap((each) => each.operations)
  // All operations get a slug, also those left out, so that a wider import later changes none.
  const known = { ...options, chosen: byKey(operations, options.chosen) }
  const slugs = await assignUnowned(known, (history) =>
    inSlices(assignSlugsInSteps(options.slug, operations, history), yieldIfDue),
  )
  await yieldIfDue()
  const toSelected = (some: Operation[]) =>
    some.filter((operation) =>
      isSelected(options, operation, (slugs.get(operation.key) as SlugAssignment).slug),
    )
  const selected = toSelected(operations)
  rejectEmpty(opened, operations, selected)
  const report: ImportReport = {
    operations: opened.reduce((sum, { total }) => sum + total, 0),
    made: 0,
    tools: [],
    skipped: opened.flatMap(({ unreadable }) => unreadable),
    renamed: toRenamed(
      selected.map(({ key }) => key),
      slugs,
    ),
    warnings: [],
    notes: notesOnScope(operations, selected, options),
    tokens: 0,
  }
  const parts = await readParts(opened, toSelected)
  const authSchemes = mergeSchemes(parts.map(({ auth }) => auth.schemes))
  const tools: HttpToolDefinition[] = []
  for (const { document, operations: own, options: settings, servers, auth } of parts) {
    report.warnings.push(...servers.warnings, ...auth.warnings)
    report.notes.push(...auth.notes, ...servers.notes)
    // A description without security is incomplete where another one has some.
    const plan = { document, slugs, servers, options: settings, ...auth, schemes: authSchemes }
    tools.push(
      ...(await buildTools({ ...plan, operations: own }, toSelected(own), report, selected.length)),
    )
  }
  finishReport(report, authSchemes)
  report.tokens = await countTokens(tools)
  const [{ document, servers }] = parts
  return {
    // Named and addressed as the first description has it; each tool keeps its own server.
    toolkit: {
      ...describeToolkit(document, options, servers.base),
      authSchemes,
      tools,
      triggers: [],
    },
    report,
  }
}

type Part = OpenedDescription & { servers: Servers; auth: Auth }

const readParts = async (
  [first, ...others]: OpenedDescriptions,
  toSelected: (some: Operation[]) => Operation[],
): Promise<[Part, ...Part[]]> => {
  const readPart = async (each: OpenedDescription): Promise<Part> => {
    const { document, operations, options } = each
    const servers = readAllServers(document, toSelected(operations), options)
    return { ...each, servers, auth: await readAuth(document, operations, { ...options, servers }) }
  }
  const parts: [Part, ...Part[]] = [await readPart(first)]
  for (const each of others) parts.push(await readPart(each))
  return parts
}

/** What several descriptions say alike is said once. */
const finishReport = (report: ImportReport, schemes: AuthSchemeDefinition[]): void => {
  const said = report.warnings.filter(
    ({ code }) => code !== 'no_credentials' || schemes.length === 0,
  )
  report.warnings = [
    ...new Map(said.map((warning) => [`${warning.code} ${warning.message}`, warning])).values(),
  ]
  report.made = report.tools.length
  report.notes = [...new Set(report.notes)]
}

/**
 * A recipe may name an operation by its id: of several descriptions with this id, the first one's.
 */
const byKey = (
  operations: Operation[],
  chosen: ReadonlyMap<string, string> = new Map(),
): Map<string, string> => {
  const ofId = new Map(operations.toReversed().map(({ operationId, key }) => [operationId, key]))
  return new Map(
    operations.flatMap(({ key, operationId }) => {
      const slug =
        chosen.get(key) ?? (ofId.get(operationId) === key ? chosen.get(operationId) : undefined)
      return slug === undefined ? [] : [[key, slug] as const]
    }),
  )
}

/** A version without tools would be of no use, and take those of the version before. */
const rejectEmpty = (
  opened: OpenedDescriptions,
  operations: Operation[],
  selected: Operation[],
): void => {
  if (opened.every(({ total, unreadable }) => total === 0 && unreadable.length === 0))
    throw new ImportProblem(
      'The description has no operations: nothing below its "paths" is a method, so there is nothing to call',
    )
  const [first] = operations
  if (first && selected.length === 0)
    throw new ImportProblem(
      `"include" and "exclude" leave out ${operations.length === 1 ? 'the only operation' : `all ${operations.length} operations`}; they hold beginnings of tags, operation ids and paths, such as ${quote(first.path)}`,
    )
}

const notesOnScope = (
  operations: Operation[],
  selected: Operation[],
  options: ImportOptions,
): string[] => {
  const leftOut = operations.length - selected.length
  const withOwnServers = operations.filter(
    ({ value, item }) => value.servers !== undefined || item.servers !== undefined,
  ).length
  const isReplaced =
    (options.baseUrl !== undefined || options.server !== undefined) && withOwnServers > 0
  return [
    ...(leftOut > 0
      ? [`${leftOut} of ${operations.length} operations are left out by include and exclude`]
      : []),
    ...(isReplaced
      ? [`${withOwnServers} operations name a server of their own; the given base URL replaces it`]
      : []),
  ]
}

/** Adds to the report what becomes of each operation. */
const buildTools = async (
  parts: PlanParts,
  selected: Operation[],
  report: ImportReport,
  total: number,
): Promise<HttpToolDefinition[]> => {
  const yieldIfDue = createYielder()
  const shared = createSharedDefinitions(parts.document)
  const plan = planTools(parts)
  const tools: HttpToolDefinition[] = []
  for (const operation of selected) {
    try {
      const { tool, renamed, notes } = buildTool(parts.document, shared, plan(operation))
      tools.push(tool)
      report.tools.push(tool.slug)
      report.renamed.push(...renamed)
      report.notes.push(...notes)
    } catch (error) {
      report.skipped.push({
        operation: operation.key,
        reason: publicMessage(error, 'It could not be made a tool'),
      })
    }
    report.made += 1
    parts.options.onProgress?.(report.made, total)
    await yieldIfDue()
  }
  report.notes.push(...parts.document.notes)
  return tools
}

type ToolkitHead = Omit<ToolkitDefinition, 'authSchemes' | 'tools' | 'triggers'>

const describeToolkit = (
  { root }: OpenApiDocument,
  { slug, name }: ImportOptions,
  base: Server,
): ToolkitHead => {
  const baseUrl = defaultUrl(base)
  const info = toJsonObject(root.info)
  const [firstParagraph = ''] = (toText(info.summary) || toText(info.description)).split(
    /\n\s*\n/,
    1,
  )
  return {
    slug,
    name: name ?? (toText(info.title) || slug),
    description: firstParagraph.slice(0, 1000),
    categories: [],
    ...(baseUrl !== undefined && { baseUrl }),
    ...(base.url.includes('{') && { baseServer: base }),
  }
}
