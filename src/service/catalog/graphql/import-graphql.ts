import { createHash } from 'node:crypto'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import { publicMessage } from '../../platform/public-error.ts'
import type { GraphQlRequestTemplate, ToolkitDefinition } from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { ImportProblem } from '../openapi/document/import-problem.ts'
import type { ImportReport } from '../openapi/index.ts'
import { assignUnowned, type KnownSlugs } from '../slug-owners/assign-unowned.ts'
import type { SlugAssignment } from '../slug-owners/assign-wanted.ts'
import { toRenamed } from '../slug-owners/to-renamed.ts'
import { readEndpoint, type Endpoint } from './endpoint.ts'
import { assignOperationSlugs } from './operation/assign-slugs.ts'
import { createBuildInput } from './operation/build-input.ts'
import { buildTool, type ToolParts } from './operation/build-tool.ts'
import { listOperations, type Operation } from './operation/operation.ts'
import type { GraphQlSchema } from './schema/graphql-schema.ts'
import { readSchema } from './schema/read-schema.ts'
import { createPickFields } from './selection/create-pick-fields.ts'
import { toGraphQlTypes } from './selection/to-graphql-types.ts'

export type GraphQlImportOptions = KnownSlugs & {
  slug: string
  name?: string
  /** The endpoint. `{variables}` in it are filled from an account's values. */
  url: string
  /** How accounts authenticate; empty when the API is open. */
  auth: AuthSchemeDefinition[]
  /** Beginnings of field names, or of `query …` and `mutation …`. */
  include?: string[]
  exclude?: string[]
  onProgress?: (done: number, total: number) => void
}

type GraphQlToolkit = ToolkitDefinition<GraphQlRequestTemplate>

/**
 * Makes a toolkit of a GraphQL API: one tool for each field of its query and mutation types.
 *
 * `introspection` is the answer to an introspection query, with or without `data` around it. A tool
 * selects the values of what it answers by default and takes `fields` for others. What cannot become
 * a tool is skipped, and the report says why. Works in slices of some milliseconds.
 *
 * @example
 * const { toolkit, report } = await importGraphQl(introspection, {
 *   slug: 'linear',
 *   url: 'https://api.linear.app/graphql',
 *   auth: [],
 * })
 */
export const importGraphQl = async (
  introspection: unknown,
  options: GraphQlImportOptions,
): Promise<{ toolkit: GraphQlToolkit; report: ImportReport }> => {
  const endpoint = readEndpoint(options.url)
  const schema = await readSchema(introspection)
  const fields = [...schema.queries, ...schema.mutations]
  if (fields.length === 0)
    throw new ImportProblem('The schema has no queries and no mutations, so it makes no tools')
  const { types, isCut } = await toGraphQlTypes(schema, fields)
  const document = JSON.stringify(types)
  const operations = await listOperations(schema, types)
  // All operations get a slug, also those left out, so that a wider import later changes none.
  const slugs = await assignUnowned(options, (history) =>
    assignOperationSlugs(options.slug, operations, history),
  )
  const selected = operations.filter((operation) => isSelected(options, operation))
  const report: ImportReport = {
    operations: operations.length,
    made: 0,
    tools: [],
    skipped: [],
    renamed: toRenamed(
      selected.map(({ key }) => key),
      slugs,
    ),
    warnings: [],
    notes: notesOf(schema, operations.length - selected.length, operations.length, isCut),
    tokens: 0,
  }
  const tools = await buildTools(
    {
      schema,
      types,
      endpoint,
      noAuth: options.auth.length === 0,
      buildInput: createBuildInput(schema.types),
      pick: createPickFields(types),
    },
    selected,
    slugs,
    report,
    options.onProgress,
  )
  const hash = createHash('sha256').update(document).digest('base64url')
  return {
    toolkit: { ...describeToolkit(options, endpoint), graphQlTypes: { hash, document }, tools },
    report,
  }
}

/** The toolkit of an API that says its schema to its users alone: without tools, to connect with. */
export const importClosedGraphQl = (
  options: GraphQlImportOptions,
): { toolkit: GraphQlToolkit; report: ImportReport } => ({
  toolkit: describeToolkit(options, readEndpoint(options.url)),
  report: {
    operations: 0,
    made: 0,
    tools: [],
    skipped: [],
    renamed: [],
    warnings: [
      {
        code: 'closed_schema',
        message: 'The API says its schema to its users alone, so the toolkit has no tools yet',
        fix: `Connect an account of "${options.slug}", then import again with its id as source.graphql.connected_account_id; or give source.graphql.schema`,
      },
    ],
    notes: [],
    tokens: 0,
  },
})

const describeToolkit = (
  { slug, name, auth }: GraphQlImportOptions,
  { base }: Endpoint,
): GraphQlToolkit => ({
  slug,
  name: name ?? slug,
  description: '',
  categories: [],
  ...base,
  authSchemes: auth,
  tools: [],
  triggers: [],
})

const isSelected = (
  { include, exclude = [] }: GraphQlImportOptions,
  { key, field }: Operation,
): boolean => {
  const begins = (prefixes: string[]) =>
    prefixes.some((prefix) => field.name.startsWith(prefix) || key.startsWith(prefix))
  return (!include || begins(include)) && !begins(exclude)
}

const namesShown = 10

const notesOf = (
  { notes, subscriptions }: GraphQlSchema,
  leftOut: number,
  all: number,
  isCut: boolean,
): string[] => [
  ...notes,
  ...(leftOut > 0 ? [`${leftOut} of ${all} operations are left out by include and exclude`] : []),
  ...(subscriptions.length > 0
    ? [
        `${subscriptions.length} subscriptions are left out, as a tool is one request: ${subscriptions.slice(0, namesShown).join(', ')}${subscriptions.length > namesShown ? ', …' : ''}`,
      ]
    : []),
  ...(isCut
    ? ['The schema is too large to select from all of it; its remotest types are left out']
    : []),
]

/** Adds to the report what becomes of each operation. */
const buildTools = async (
  parts: ToolParts,
  selected: Operation[],
  slugs: ReadonlyMap<string, SlugAssignment>,
  report: ImportReport,
  onProgress: GraphQlImportOptions['onProgress'],
): Promise<GraphQlToolkit['tools']> => {
  const yieldIfDue = createYielder()
  const tools: GraphQlToolkit['tools'] = []
  const plain = new Set<string>()
  let characters = 0
  for (const [index, operation] of selected.entries()) {
    try {
      const built = buildTool(parts, operation, slugs.get(operation.key)?.slug ?? '')
      const { slug, description, inputParameters } = built.tool
      tools.push(built.tool)
      report.tools.push(slug)
      built.plain.forEach((name) => plain.add(name))
      characters += JSON.stringify([slug, description, inputParameters]).length
    } catch (error) {
      report.skipped.push({
        operation: operation.key,
        reason: publicMessage(error, 'It could not be made a tool'),
      })
    }
    onProgress?.(index + 1, selected.length)
    await yieldIfDue()
  }
  report.made = tools.length
  report.tokens = Math.ceil(characters / 4)
  if (plain.size > 0)
    report.notes.push(
      `${plain.size} input types are described as plain objects where they are far from an argument: ${[...plain].slice(0, namesShown).join(', ')}${plain.size > namesShown ? ', …' : ''}`,
    )
  return tools
}
