import { distinguishFields } from './distinguish-fields.ts'
import {
  findField,
  findPage,
  findType,
  objectTypeOf,
  type GraphQlType,
  type GraphQlTypes,
  type SelectedField,
} from './graphql-types.ts'
import { selectField, typename } from './select-field.ts'

/** Limit of all fields that are selected by default in one operation. */
const maximumFields = 150
const maximumOfOneType = 80
const maximumOfVariant = 12
const maximumVariants = 20
/** Objects that are looked into for one operation, and of one type. */
const maximumVisits = 1_000
const maximumObjects = 200
/** Objects without an id that are passed through on the way to what an operation is about. */
const maximumWrappers = 2

/** Objects with few values are shown whole, others by these. */
const fewValues = 5
const maximumIdentifying = 4
const identifying =
  `id identifier key number name displayName fullName username login slug handle title email state
  status type label code message value amount url`.split(/\s+/)

/** The default fields of a type. Never empty. */
export type PickFields = (typeName: string) => SelectedField[]

/**
 * Picks the fields that an operation selects by default: all values of an object, and of each object
 * in it the values that identify it.
 *
 * An object without an id, such as the payload of a mutation or a page of a list, is only a wrapper:
 * what it contains is selected as if it were the answer itself. Lists that have pages are left out
 * elsewhere, as each of them can cost an API more than all else.
 */
export const createPickFields = (types: GraphQlTypes): PickFields => {
  const known = new WeakMap<GraphQlType, Names>()
  const namesOf = (type: GraphQlType): Names => {
    const names = known.get(type) ?? readNames(types, type)
    known.set(type, names)
    return names
  }
  return (typeName) => pickWithin(types, namesOf, typeName)
}

/** The fields that may be picked by default, by what they are. */
type Names = { values: string[]; objects: string[] }

const readNames = (types: GraphQlTypes, type: GraphQlType): Names => {
  const names = Object.keys(type.fields).filter((name) => !type.internal?.includes(name))
  const isObject = (name: string) => objectTypeOf(types, findField(type, name) ?? '') !== undefined
  return {
    values: names.filter((name) => !isObject(name)),
    objects: names.filter(isObject).slice(0, maximumObjects),
  }
}

const pickWithin = (
  types: GraphQlTypes,
  namesOf: (type: GraphQlType) => Names,
  typeName: string,
): SelectedField[] => {
  let left = maximumFields
  let visitsLeft = maximumVisits

  const select: typeof selectField = (type, name, fields) => {
    left -= 1
    return selectField(type, name, fields)
  }

  const valuesOf = (type: GraphQlType): string[] => namesOf(type).values

  const selectAll = (type: GraphQlType, names: string[], maximum: number): SelectedField[] =>
    mostTelling(names, Math.max(0, Math.min(maximum, left))).map((name) => select(type, name))

  const brief = (type: GraphQlType): SelectedField[] => {
    const names = valuesOf(type)
    const telling = identifying.filter((name) => names.includes(name))
    return withTypename(type, [
      ...(names.length <= fewValues
        ? selectAll(type, names, fewValues)
        : selectAll(type, telling, maximumIdentifying)),
      ...(Object.keys(type.fields).length === 0 ? variants(type, maximumIdentifying) : []),
    ])
  }

  /** The values that each kind of an interface or union has beyond those they share. */
  const variants = (type: GraphQlType, maximum: number): SelectedField[] => {
    const possible = type.possible ?? []
    if (possible.length > maximumVariants) return []
    return possible.flatMap((on) => {
      const variant = findType(types, on)
      const further = variant ? valuesOf(variant).filter((name) => !findField(type, name)) : []
      return variant ? selectAll(variant, further, maximum).map((field) => ({ ...field, on })) : []
    })
  }

  const withTypename = (type: GraphQlType, fields: SelectedField[]): SelectedField[] =>
    type.possible ? [typename, ...distinguishFields(fields)] : fields

  const object = (type: GraphQlType, name: string, wrappers: number): SelectedField[] => {
    const behind = findType(types, objectTypeOf(types, findField(type, name) ?? '') ?? '')
    visitsLeft -= 1
    if (!behind || left <= 0 || visitsLeft < 0) return []
    const isWrapped = wrappers > 0 && findField(type, 'id') === undefined
    if (!isWrapped && findPage(types, behind)) return []
    const fields = isWrapped ? whole(behind, wrappers - 1) : brief(behind)
    return fields.length === 0 ? [] : [select(type, name, fields)]
  }

  const page = (type: GraphQlType, wrappers: number): SelectedField[] | undefined => {
    const found = findPage(types, type)
    if (!found) return undefined
    const items = orTypename(whole(findType(types, found.node) ?? noFields, wrappers))
    const edge = findType(types, objectTypeOf(types, findField(type, 'edges') ?? '') ?? '')
    return [
      found.field === 'nodes' || !edge
        ? select(type, 'nodes', items)
        : select(type, 'edges', [select(edge, 'node', items)]),
      ...selectAll(type, valuesOf(type), maximumOfOneType),
      ...pageInfo(type),
    ]
  }

  const pageInfo = (type: GraphQlType): SelectedField[] => {
    const info = findType(types, objectTypeOf(types, findField(type, 'pageInfo') ?? '') ?? '')
    // Without it nobody learns that there is more, so it is selected however much else is.
    const names = info ? valuesOf(info).slice(0, maximumOfVariant) : []
    const fields = names.map((name) => select(info ?? noFields, name))
    return fields.length === 0 ? [] : [select(type, 'pageInfo', fields)]
  }

  const whole = (type: GraphQlType, wrappers: number): SelectedField[] => {
    const items = page(type, wrappers)
    if (items) return items
    return withTypename(type, [
      ...selectAll(type, valuesOf(type), maximumOfOneType),
      ...namesOf(type).objects.flatMap((name) => object(type, name, wrappers)),
      ...variants(type, maximumOfVariant),
    ])
  }

  return orTypename(whole(findType(types, typeName) ?? noFields, maximumWrappers))
}

/** In their order. */
const mostTelling = (names: string[], maximum: number): string[] => {
  if (names.length <= maximum) return names
  const telling = identifying.filter((name) => names.includes(name))
  const others = names.filter((name) => !telling.includes(name))
  const kept = new Set([...telling, ...others].slice(0, maximum))
  return names.filter((name) => kept.has(name))
}

const noFields: GraphQlType = { fields: {} }

/** Something has to be selected of an object. */
const orTypename = (fields: SelectedField[]): SelectedField[] =>
  fields.length === 0 ? [typename] : fields
