import { setImmediate } from 'node:timers/promises'
import type { AuthSchemeDefinition, ToolDefinition, ToolkitDefinition } from '../definitions.ts'
import { readAuthSchemes, type AuthSchemes } from './auth/read-auth-schemes.ts'
import { readSecurity } from './auth/read-security.ts'
import { buildTool, type ToolPlan } from './build-tool.ts'
import { toJsonObject, toText } from './document/json-object.ts'
import { openDocument, type OpenApiDocument } from './document/open-document.ts'
import type { ImportReport } from './import-report.ts'
import { readOperations, type Operation } from './operation/read-operations.ts'
import { defaultUrl, readServer } from './operation/read-servers.ts'
import { createSchemaCloser } from './schema/create-schema-closer.ts'
import { isSelected, type Selection } from './select-operations.ts'
import { assignSlugs, type PreviousSlug, type SlugAssignment } from './slugs/assign-slugs.ts'

export type ImportOptions = Selection & {
  slug: string
  name?: string
  /** Takes the place of every server of the description. */
  baseUrl?: string
  /** Where the description was read from: its relative servers are relative to that. */
  sourceUrl?: string
  /** Takes the place of the security schemes of the description. */
  auth?: AuthSchemeDefinition[]
  /** The slugs of the import before, which stay. */
  previous?: PreviousSlug[]
  onProgress?: (done: number, total: number) => void
}

/**
 * Makes a toolkit from a description in OpenAPI 3.x or Swagger 2.
 *
 * An operation that can't become a tool is skipped, and the report says why; a document that describes no operations at all
 * throws. Works in slices of some milliseconds, so a service may import while it serves. Schemas of different tools share
 * their definitions in memory: treat the result as read-only.
 *
 * @example
 * const { toolkit, report } = await importOpenApi(parseDocument(text), { slug: 'github' })
 */
export const importOpenApi = async (document: unknown, options: ImportOptions): Promise<{ toolkit: ToolkitDefinition; report: ImportReport }> => {
  checkSlug(options.slug)
  checkBaseUrl(options.baseUrl)
  const pause = createPause()
  const api = openDocument(document)
  const { operations, unreadable } = readOperations(api)
  await pause()
  const slugs = assignSlugs(options.slug, operations, options.previous)
  await pause()
  const baseUrl = defaultUrl(readServer(api, [], options))
  const auth: AuthSchemes = options.auth ? { schemes: options.auth, notes: [] } : readAuthSchemes(api, operations, baseUrl)
  const selected = operations.filter((operation) => isSelected(options, operation, (slugs.get(operation.key) as SlugAssignment).slug))
  const report = startReport(operations, unreadable, auth.notes)
  report.notes.push(...notesOnScope(operations, selected, options, baseUrl))

  report.renamed.push(...renamedSlugs(selected, slugs))
  const tools = await buildTools(api, selected, planner(api, operations, slugs, auth.schemes, options), report, options, pause)
  return { toolkit: toToolkit(api, options, baseUrl, auth.schemes, tools), report }
}

/** `svc` and `local` would give tools that look like the service's own and the caller's own. */
const checkSlug = (slug: string): void => {
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(slug)) throw new Error(`"${slug}" can't be a toolkit slug: lower-case letters, digits, "_" and "-", at most 40`)
  if (slug === 'svc' || slug === 'local') throw new Error(`The toolkit slug "${slug}" is reserved; choose another`)
}

const checkBaseUrl = (baseUrl: string | undefined): void => {
  if (baseUrl === undefined) return
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) throw new Error(`The base URL "${baseUrl}" is not an absolute http(s) address`)
}

/** Gives the event loop a turn when a slice of time is used up. */
const createPause = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < 10) return
    await setImmediate()
    since = performance.now()
  }
}

const startReport = (operations: Operation[], unreadable: ImportReport['skipped'], notes: string[]): ImportReport => ({
  operations: operations.length, made: 0, tools: [], skipped: [...unreadable], renamed: [], notes: [...notes], tokens: 0,
})

const notesOnScope = (operations: Operation[], selected: Operation[], options: ImportOptions, baseUrl: string | undefined): string[] => {
  const leftOut = operations.length - selected.length
  const withOwnServers = operations.filter(({ value, item }) => value.servers !== undefined || item.servers !== undefined).length
  return [
    ...(leftOut > 0 ? [`${leftOut} of ${operations.length} operations are left out by include and exclude`] : []),
    ...(options.baseUrl !== undefined && withOwnServers > 0 ? [`${withOwnServers} operations name a server of their own; the given base URL replaces it`] : []),
    ...(baseUrl === undefined ? ['The description names no absolute server address; give "base_url" before its tools are called'] : []),
  ]
}

const renamedSlugs = (selected: Operation[], slugs: Map<string, SlugAssignment>): ImportReport['renamed'] =>
  selected.flatMap(({ key }) => {
    const { slug, wanted, reason } = slugs.get(key) as SlugAssignment
    return reason === undefined ? [] : [{ operation: key, kind: 'slug', from: wanted, to: slug, reason }]
  })

type Planner = (operation: Operation) => ToolPlan

const planner = (api: OpenApiDocument, operations: Operation[], slugs: Map<string, SlugAssignment>, schemes: AuthSchemeDefinition[], options: ImportOptions): Planner => {
  const isSecuritySaid = api.root.security !== undefined || operations.some(({ value }) => value.security !== undefined)
  const placements = new Set(schemes.flatMap((scheme) => scheme.placements ?? []).map(({ in: place, name }) => placeOf(place, name)))
  const isCredential = (place: string, name: string) => placements.has(placeOf(place, name))
  return (operation) => {
    const security = readSecurity(api, operation)
    return {
      operation,
      slug: (slugs.get(operation.key) as SlugAssignment).slug,
      server: readServer(api, [operation.value, operation.item], options),
      security,
      // A description that never speaks of security forgot to; in one that does, an operation without is open to all.
      noAuth: schemes.length === 0 || (isSecuritySaid && (security ?? []).length === 0),
      isCredential,
    }
  }
}

const placeOf = (place: string, name: string): string => `${place} ${place === 'header' ? name.toLowerCase() : name}`

const buildTools = async (
  api: OpenApiDocument,
  selected: Operation[],
  plan: Planner,
  report: ImportReport,
  { onProgress }: ImportOptions,
  pause: () => Promise<void>,
): Promise<ToolDefinition[]> => {
  const close = createSchemaCloser(api)
  const tools: ToolDefinition[] = []
  let characters = 0
  for (const [index, operation] of selected.entries()) {
    try {
      const { tool, renamed, notes } = buildTool(api, close, plan(operation))
      tools.push(tool)
      report.renamed.push(...renamed)
      report.notes.push(...notes)
      characters += JSON.stringify([tool.slug, tool.description, tool.inputParameters]).length
    } catch (error) {
      report.skipped.push({ operation: operation.key, reason: error instanceof Error ? error.message : String(error) })
    }
    onProgress?.(index + 1, selected.length)
    await pause()
  }
  report.made = tools.length
  report.tools = tools.map(({ slug }) => slug)
  report.tokens = Math.ceil(characters / 4)
  return tools
}

const toToolkit = ({ root }: OpenApiDocument, options: ImportOptions, baseUrl: string | undefined, authSchemes: AuthSchemeDefinition[], tools: ToolDefinition[]): ToolkitDefinition => {
  const info = toJsonObject(root.info)
  return {
    slug: options.slug,
    name: options.name ?? (toText(info.title) || options.slug),
    description: firstParagraph(toText(info.summary) || toText(info.description)),
    categories: [],
    ...(baseUrl !== undefined && { baseUrl }),
    authSchemes,
    tools,
    triggers: [],
  }
}

const firstParagraph = (text: string): string => (text.split(/\n\s*\n/, 1)[0] ?? '').slice(0, 1000)
