import { createYielder } from '../../../platform/create-yielder.ts'
import { isInternal } from '../schema/is-internal.ts'
import type { GraphQlSchema, SchemaField, SchemaType } from '../schema/graphql-schema.ts'
import { isNonNull, namedType } from '../schema/type-text.ts'
import type { GraphQlType, GraphQlTypes } from './graphql-types.ts'

type Composite = Extract<SchemaType, { kind: 'object' | 'interface' | 'union' }>

/** They are read and parsed as a whole when a call selects fields. */
const maximumCharacters = 2_000_000

/**
 * The output types that some operations lead to, as far as no field needs arguments, nearest first.
 * Types beyond the limit are left out, with the fields that lead to them.
 */
export const toGraphQlTypes = async (
  { types }: GraphQlSchema,
  operations: readonly SchemaField[],
): Promise<{ types: GraphQlTypes; isCut: boolean }> => {
  const yieldIfDue = createYielder()
  const reached = new Map<string, Composite>()
  const waiting = operations.map(({ type }) => namedType(type))
  let characters = 0
  for (const name of waiting) {
    const type = types.get(name)
    if (!isComposite(type) || reached.has(name)) continue
    const fields = type.fields.filter(isSelectable)
    characters += fields.reduce((sum, field) => sum + field.name.length + field.type.length + 6, 80)
    if (characters > maximumCharacters) break
    reached.set(name, type)
    waiting.push(...fields.map((field) => namedType(field.type)), ...type.possible)
    await yieldIfDue()
  }
  const isKnown = ({ type }: SchemaField) => {
    const behind = types.get(namedType(type))
    return isComposite(behind) ? reached.has(namedType(type)) : isValue(behind, type)
  }
  const entries: [string, GraphQlType][] = []
  for (const [name, type] of reached) {
    entries.push([name, toGraphQlType(type, isKnown, reached)])
    await yieldIfDue()
  }
  return { types: Object.fromEntries(entries), isCut: characters > maximumCharacters }
}

const isComposite = (type: SchemaType | undefined): type is Composite =>
  type?.kind === 'object' || type?.kind === 'interface' || type?.kind === 'union'

const builtIn = new Set(['String', 'Int', 'Float', 'Boolean', 'ID'])

const isValue = (type: SchemaType | undefined, text: string): boolean =>
  type?.kind === 'scalar' || type?.kind === 'enum' || builtIn.has(namedType(text))

const isSelectable = ({ args, isDeprecated }: SchemaField): boolean =>
  !isDeprecated &&
  args.every(
    ({ name, type, defaultValue }) =>
      !isNonNull(type) || defaultValue !== undefined || isPageSize(name, type),
  )

const isPageSize = (name: string, type: string): boolean =>
  name === 'first' && namedType(type) === 'Int'

const toGraphQlType = (
  type: Composite,
  isKnown: (field: SchemaField) => boolean,
  reached: ReadonlyMap<string, Composite>,
): GraphQlType => {
  const fields = type.fields.filter((field) => isSelectable(field) && isKnown(field))
  const paged = fields.flatMap(({ name, args }) =>
    args.some((arg) => isPageSize(arg.name, arg.type)) ? [name] : [],
  )
  const internal = fields.filter(isInternal).map(({ name }) => name)
  return {
    fields: Object.fromEntries(fields.map((field) => [field.name, field.type])),
    ...(paged.length > 0 && { paged }),
    ...(internal.length > 0 && { internal }),
    ...(type.kind !== 'object' && { possible: type.possible.filter((name) => reached.has(name)) }),
  }
}
