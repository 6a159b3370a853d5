import { createYielder } from '../../../platform/create-yielder.ts'
import { ImportProblem } from '../../openapi/document/import-problem.ts'
import { isJsonObject, toJsonObject, toList, toText } from '../../openapi/document/json-object.ts'
import type { GraphQlSchema, InputField, SchemaField, SchemaType } from './graphql-schema.ts'

/**
 * Reads the answer to an introspection query. Works in slices of some milliseconds.
 *
 * Names become parts of queries, so anything whose name is none is left out, and so is everything
 * whose type cannot be read.
 */
export const readSchema = async (introspection: unknown): Promise<GraphQlSchema> => {
  const root = toJsonObject(introspection)
  const schema = toJsonObject(root['__schema'] ?? toJsonObject(root['data'])['__schema'])
  if (!Array.isArray(schema['types']))
    throw new ImportProblem(
      'The schema is neither SDL nor the answer to an introspection query: it has no "__schema" with "types"',
    )
  const yieldIfDue = createYielder()
  const types = new Map<string, SchemaType>()
  let unreadable = 0
  for (const given of toList(schema['types'])) {
    const name = toName(toJsonObject(given)['name'])
    const type = name === undefined ? undefined : readType(toJsonObject(given))
    if (name !== undefined && type) types.set(name, type)
    else if (!isOwnOfGraphQl(given)) unreadable += 1
    await yieldIfDue()
  }
  const fieldsOf = (root: string): SchemaField[] => {
    const type = types.get(toText(toJsonObject(schema[root])['name']))
    return type?.kind === 'object' ? type.fields : []
  }
  return {
    queries: fieldsOf('queryType'),
    mutations: fieldsOf('mutationType'),
    subscriptions: fieldsOf('subscriptionType').map(({ name }) => name),
    types: withoutRoots(types, schema),
    notes: unreadable > 0 ? [`${unreadable} types of the schema could not be read`] : [],
  }
}

/** Some payloads contain the root type `Query` again, which leads from everything to everything. */
const withoutRoots = (types: Map<string, SchemaType>, schema: Record<string, unknown>) => {
  for (const root of ['queryType', 'mutationType', 'subscriptionType'])
    types.delete(toText(toJsonObject(schema[root])['name']))
  return types
}

const longestName = 200
/** Fields of one type; the largest root types have some thousands. */
const maximumMembers = 20_000

/** Names that begin with `__` are those of introspection itself. */
const toName = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  value.length <= longestName &&
  /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/.test(value)
    ? value
    : undefined

const isOwnOfGraphQl = (given: unknown): boolean =>
  toText(toJsonObject(given)['name']).startsWith('__')

const readType = (given: Record<string, unknown>): SchemaType | undefined => {
  switch (given['kind']) {
    case 'SCALAR':
      return { kind: 'scalar', description: toText(given['description']) }
    case 'ENUM':
      return { kind: 'enum', values: readValues(given['enumValues']) }
    case 'INPUT_OBJECT':
      return {
        kind: 'input',
        description: toText(given['description']),
        fields: readAll(given['inputFields'], readInputField),
        isOneOf: given['isOneOf'] === true,
      }
    case 'OBJECT':
      return { kind: 'object', fields: readAll(given['fields'], readField), possible: [] }
    case 'INTERFACE':
    case 'UNION':
      return {
        kind: given['kind'] === 'UNION' ? 'union' : 'interface',
        fields: readAll(given['fields'], readField),
        possible: readAll(given['possibleTypes'], (type) => toName(type['name'])),
      }
    default:
      return undefined
  }
}

const readValues = (given: unknown): string[] => {
  const current = toList(given).filter((value) => toJsonObject(value)['isDeprecated'] !== true)
  return readAll(current, ({ name }) => toName(name))
}

const readAll = <Item>(
  list: unknown,
  read: (given: Record<string, unknown>) => Item | undefined,
): Item[] =>
  toList(list)
    .slice(0, maximumMembers)
    .filter(isJsonObject)
    .map(read)
    .filter((item) => item !== undefined)

const readField = (given: Record<string, unknown>): SchemaField | undefined => {
  const [name, type] = [toName(given['name']), toTypeText(given['type'])]
  if (name === undefined || type === undefined) return undefined
  return {
    name,
    description: toText(given['description']),
    type,
    args: readAll(given['args'], readInputField),
    isDeprecated: given['isDeprecated'] === true,
  }
}

const readInputField = (given: Record<string, unknown>): InputField | undefined => {
  const [name, type] = [toName(given['name']), toTypeText(given['type'])]
  if (name === undefined || type === undefined) return undefined
  const { defaultValue } = given
  return {
    name,
    description: toText(given['description']),
    type,
    ...(typeof defaultValue === 'string' && { defaultValue }),
    isDeprecated: given['isDeprecated'] === true,
  }
}

const deepestType = 12

const toTypeText = (given: unknown, depth = 0): string | undefined => {
  const { kind, name, ofType } = toJsonObject(given)
  if (kind !== 'LIST' && kind !== 'NON_NULL') return toName(name)
  const inner = depth < deepestType ? toTypeText(ofType, depth + 1) : undefined
  if (inner === undefined) return undefined
  return kind === 'LIST' ? `[${inner}]` : inner.endsWith('!') ? undefined : `${inner}!`
}
