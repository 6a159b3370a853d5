import type { GraphQlRequestTemplate, ToolDefinition } from '../../definitions.ts'
import { ImportProblem } from '../../openapi/document/import-problem.ts'
import type { GraphQlSchema } from '../schema/graphql-schema.ts'
import { namedType } from '../schema/type-text.ts'
import type { PickFields } from '../selection/create-pick-fields.ts'
import {
  findPage,
  findType,
  objectTypeOf,
  type GraphQlTypes,
  type SelectedField,
} from '../selection/graphql-types.ts'
import { findConnection } from '../selection/find-connection.ts'
import { printSelection } from '../selection/print-selection.ts'
import { longestPath, maximumPaths } from '../selection/select-fields.ts'
import { toOutputSchema } from '../selection/to-output-schema.ts'
import type { BuildInput, ObjectSchema } from './build-input.ts'
import { operationHints } from './hints.ts'
import type { Operation } from './operation.ts'
import { outputValueSchema } from './value-schema.ts'

export type ToolParts = {
  schema: GraphQlSchema
  types: GraphQlTypes
  endpoint: Pick<GraphQlRequestTemplate, 'server' | 'path'>
  noAuth: boolean
  buildInput: BuildInput
  pick: PickFields
}

type GraphQlTool = ToolDefinition<GraphQlRequestTemplate>

/** Items of a page where the API has no default and the caller gives no number. */
const pageSize = 25

/**
 * The tool of one operation, and the input types that are too far away to be described. Throws for
 * an operation that cannot be called.
 */
export const buildTool = (
  parts: ToolParts,
  operation: Operation,
  slug: string,
): { tool: GraphQlTool; plain: string[] } => {
  const { schema, types, noAuth, endpoint } = parts
  const { field, key, kind } = operation
  const input = parts.buildInput(field, { acceptsNull: kind === 'mutation' })
  if ('problem' in input) throw new ImportProblem(input.problem)
  const typeName = objectTypeOf(types, field.type)
  if (typeName === undefined && !isValue(schema, field.type))
    throw new ImportProblem(`Its type ${namedType(field.type)} is not described`)
  const selected = typeName === undefined ? undefined : parts.pick(typeName)
  const select =
    typeName === undefined ? undefined : { argument: nameOfFields(input.variables), type: typeName }
  const paged = withPageSize(input.schema, operation, selected !== undefined)
  const inputParameters =
    select && selected
      ? withFields(paged.schema, select.argument, describeFields(types, select.type, selected))
      : paged.schema
  const name = operationName(field.name)
  const connection = input.variables.has('after')
    ? findConnection(field.name, selected ?? [])
    : undefined
  const tool: GraphQlTool = {
    slug,
    operation: key,
    operationId: field.name,
    name: titleOf(operation.words),
    description: field.description || titleOf(operation.words),
    inputParameters,
    outputParameters: toOutputSchema(field.name, field.type, selected, (value) =>
      outputValueSchema(value, schema.types.get(value)),
    ),
    tags: operationHints(operation),
    scopes: [],
    isDeprecated: field.isDeprecated,
    noAuth,
    request: {
      kind: 'graphql',
      server: endpoint.server,
      path: endpoint.path,
      name,
      operation: printOperation(operation, name, input.variables),
      variables: [...input.variables.keys()],
      selection: selected ? printSelection(selected) : '',
      ...(select && { select }),
      ...(paged.size !== undefined && { pageSize: paged.size }),
      ...(connection && { connection }),
    },
  }
  return { tool, plain: input.plain }
}

const isValue = ({ types }: GraphQlSchema, type: string): boolean => {
  const kind = types.get(namedType(type))?.kind
  return kind === undefined
    ? /^(?:String|Int|Float|Boolean|ID)$/.test(namedType(type))
    : kind === 'scalar' || kind === 'enum'
}

/** Servers show it in their logs. */
const operationName = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1)

/** `mutation IssueCreate($input: IssueCreateInput!) { issueCreate(input: $input)` */
const printOperation = (
  { kind, field }: Operation,
  name: string,
  variables: ReadonlyMap<string, string>,
): string => {
  const names = [...variables.keys()]
  const declared = [...variables].map(([variable, type]) => `$${variable}: ${type}`)
  const [head, call] =
    names.length === 0
      ? ['', '']
      : [`(${declared.join(', ')})`, `(${names.map((each) => `${each}: $${each}`).join(', ')})`]
  return `${kind} ${name}${head} { ${field.name}${call}`
}

/** Some APIs refuse a list whose size nobody says. */
const withPageSize = (
  schema: ObjectSchema,
  { field }: Operation,
  hasFields: boolean,
): { schema: ObjectSchema; size?: number } => {
  const { first } = schema.properties
  const isOpen = field.args.some(
    ({ name, type, defaultValue }) =>
      name === 'first' && type === 'Int' && defaultValue === undefined,
  )
  if (!hasFields || !isOpen || !first) return { schema }
  const properties = { ...schema.properties, first: { ...first, default: pageSize } }
  return { schema: { ...schema, properties }, size: pageSize }
}

/** The argument that selects fields, unless the operation has one of that name itself. */
const nameOfFields = (variables: ReadonlyMap<string, string>): string =>
  ['fields', 'select_fields', 'selected_fields'].find((name) => !variables.has(name)) ??
  'fields_of_the_answer'

const fieldPath = String.raw`^(?:\*|[A-Za-z_]\w*)(?:\.(?:\*|[A-Za-z_]\w*))*$`
const furtherShown = 30

const withFields = (schema: ObjectSchema, argument: string, description: string): ObjectSchema => ({
  ...schema,
  properties: {
    ...schema.properties,
    [argument]: {
      type: 'array',
      items: { type: 'string', maxLength: longestPath, pattern: fieldPath },
      minItems: 1,
      maxItems: maximumPaths,
      description,
    },
  },
})

const describeFields = (
  types: GraphQlTypes,
  typeName: string,
  selected: readonly SelectedField[],
): string => {
  const { type, fields } = subjectOf(types, typeName, selected)
  const value = fields.find((field) => !field.fields && field.name !== '__typename')
  const object = fields.find((field) => field.fields)
  const within = object?.fields?.find((field) => !field.fields)
  const examples = [
    ...(value ? [`"${value.name}"`] : []),
    ...(object && within ? [`"${object.name}.${within.name}"`] : []),
  ]
  const further = Object.keys(type?.fields ?? {}).filter((name) => !holds(fields, name))
  return [
    'Fields to answer in place of the default ones, as paths',
    ...(examples.length > 0 ? [` such as ${examples.join(' and ')}`] : []),
    '; "*" keeps the default ones.',
    ...(further.length > 0
      ? [` Not among those: ${further.slice(0, furtherShown).join(', ')}`]
      : []),
  ].join('')
}

/** What paths begin at: of a page of a list its items. */
const subjectOf = (types: GraphQlTypes, typeName: string, selected: readonly SelectedField[]) => {
  const type = findType(types, typeName)
  const page = type && findPage(types, type)
  if (!page) return { type, fields: selected }
  const outer = selected.find(({ name }) => name === page.field)?.fields ?? []
  const fields = page.field === 'nodes' ? outer : (outer[0]?.fields ?? [])
  return { type: findType(types, page.node), fields }
}

const holds = (selected: readonly SelectedField[], name: string): boolean =>
  selected.some((field) => field.name === name)

/** create, issue -> Create issue */
const titleOf = (words: readonly string[]): string => {
  const title = words.join(' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}
