import { assignUnowned } from '../slug-owners/assign-unowned.ts'
import type { HttpRequestTemplate, HttpToolDefinition, ToolkitDefinition } from '../definitions.ts'
import { readAuthSchemes } from './auth/read-auth-schemes.ts'
import { buildTool } from './build-tool.ts'
import { createPause } from './create-pause.ts'
import { toJsonObject, toText } from './document/json-object.ts'
import { openDocument, type OpenApiDocument } from './document/open-document.ts'
import { checkOptions, type ImportOptions } from './import-options.ts'
import type { ImportReport } from './import-report.ts'
import { readOperations, type Operation } from './operation/read-operations.ts'
import { defaultUrl, readServer } from './operation/read-servers.ts'
import { planTools, type PlanParts } from './plan-tools.ts'
import { createSchemaCloser } from './schema/create-schema-closer.ts'
import { isSelected } from './select-operations.ts'
import { assignSlugs, type SlugAssignment } from './slugs/assign-slugs.ts'
import { publicMessage } from '../../platform/public-error.ts'

/**
 * Makes a toolkit from a description in OpenAPI 3.x or Swagger 2.
 *
 * An operation that can't become a tool is skipped, and the report says why; a document that
 * describes no operations at all throws. Works in slices of some milliseconds, so a service may
 * import while it serves. Schemas of different tools share their definitions in memory: treat the
 * result as read-only.
 *
 * @example
 * const { toolkit, report } = await importOpenApi(JSON.parse(text), { slug: 'github' })
 */
export const importOpenApi = async (
  description: unknown,
  options: ImportOptions,
): Promise<{ toolkit: ToolkitDefinition<HttpRequestTemplate>; report: ImportReport }> => {
  checkOptions(options)
  const pause = createPause()
  const document = openDocument(description)
  const { operations, unreadable } = readOperations(document)
  await pause()
  // All operations get a slug, also those left out, so that a wider import later changes none.
  const slugs = await assignUnowned(
    options.findOwners ?? (async () => new Map()),
    (taken) => assignSlugs(options.slug, operations, options.previous, taken),
    (assigned) => [...assigned.values()].map(({ slug }) => slug),
  )
  await pause()
  const server = readServer(document, [], options)
  const baseUrl = defaultUrl(server)
  const { schemes, notes } = options.auth
    ? { schemes: options.auth, notes: [] }
    : readAuthSchemes(document, operations, baseUrl)
  const selected = operations.filter((operation) =>
    isSelected(options, operation, (slugs.get(operation.key) as SlugAssignment).slug),
  )
  const report: ImportReport = {
    operations: operations.length,
    made: 0,
    tools: [],
    skipped: unreadable,
    renamed: renamedSlugs(selected, slugs),
    notes: [...notes, ...notesOnScope(operations, selected, options, baseUrl)],
    tokens: 0,
  }
  const tools = await buildTools(
    { document, operations, slugs, schemes, options },
    selected,
    report,
    options.onProgress,
  )
  return {
    toolkit: {
      ...describeToolkit(document, options, baseUrl),
      ...(server.url.includes('{') && { baseServer: server }),
      authSchemes: schemes,
      tools,
      triggers: [],
    },
    report,
  }
}

const renamedSlugs = (
  selected: Operation[],
  slugs: Map<string, SlugAssignment>,
): ImportReport['renamed'] =>
  selected.flatMap(({ key }) => {
    const { slug, wanted, reason } = slugs.get(key) as SlugAssignment
    return reason === undefined
      ? []
      : [{ operation: key, kind: 'slug', from: wanted, to: slug, reason }]
  })

const notesOnScope = (
  operations: Operation[],
  selected: Operation[],
  options: ImportOptions,
  baseUrl: string | undefined,
): string[] => {
  const leftOut = operations.length - selected.length
  const withOwnServers = operations.filter(
    ({ value, item }) => value.servers !== undefined || item.servers !== undefined,
  ).length
  const isReplaced = options.baseUrl !== undefined && withOwnServers > 0
  return [
    ...(leftOut > 0
      ? [`${leftOut} of ${operations.length} operations are left out by include and exclude`]
      : []),
    ...(isReplaced
      ? [`${withOwnServers} operations name a server of their own; the given base URL replaces it`]
      : []),
    ...(baseUrl === undefined
      ? [
          'The description names no absolute server address; give "base_url" before its tools are called',
        ]
      : []),
  ]
}

/** Adds to the report what becomes of each operation. */
const buildTools = async (
  parts: PlanParts,
  selected: Operation[],
  report: ImportReport,
  onProgress: ImportOptions['onProgress'],
): Promise<HttpToolDefinition[]> => {
  const pause = createPause()
  const close = createSchemaCloser(parts.document)
  const plan = planTools(parts)
  const tools: HttpToolDefinition[] = []
  let characters = 0
  for (const [index, operation] of selected.entries()) {
    try {
      const { tool, renamed, notes } = buildTool(parts.document, close, plan(operation))
      tools.push(tool)
      report.tools.push(tool.slug)
      report.renamed.push(...renamed)
      report.notes.push(...notes)
      characters += JSON.stringify([tool.slug, tool.description, tool.inputParameters]).length
    } catch (error) {
      report.skipped.push({
        operation: operation.key,
        reason: publicMessage(error, 'It could not be made a tool'),
      })
    }
    onProgress?.(index + 1, selected.length)
    await pause()
  }
  report.made = tools.length
  report.notes.push(...parts.document.notes)
  report.tokens = Math.ceil(characters / 4)
  return tools
}

type ToolkitHead = Omit<ToolkitDefinition, 'authSchemes' | 'tools' | 'triggers'>

const describeToolkit = (
  { root }: OpenApiDocument,
  { slug, name }: ImportOptions,
  baseUrl: string | undefined,
): ToolkitHead => {
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
  }
}
