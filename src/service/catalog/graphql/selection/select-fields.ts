import { PublicError } from '../../../platform/public-error.ts'
import { namedType } from '../schema/type-text.ts'
import { createPickFields } from './create-pick-fields.ts'
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

/** A path in `fields` that selects nothing. The message completes "fields: ". */
export class SelectionError extends PublicError {
  override readonly name = 'SelectionError'
}

export const maximumPaths = 100
export const longestPath = 200
const maximumDepth = 6
const maximumFields = 400
const maximumVisits = 2_000
/** Pages within pages multiply. */
const maximumPages = 3
const namesShown = 60

/** Segments of paths; a path that ends selects the default fields of what it leads to. */
type Tree = Map<string, Tree>

type Place = { path: string; pages: number }

/**
 * Selects fields of a type by paths such as `title` and `assignee.email`. `*` stands for the default
 * fields, and so does a path that ends at an object. A page of a list passes paths on to its items.
 *
 * Every name in the result is a name of the schema. Throws a `SelectionError` for a path that leads
 * nowhere, and for too much.
 */
export const selectFields = (
  types: GraphQlTypes,
  type: string,
  paths: readonly string[],
): SelectedField[] => {
  const name = namedType(type)
  const root = findType(types, name)
  if (!root) throw new SelectionError(`an answer of type ${name} has no fields to select`)
  const selected = createResolver(types)(name, root, withErrors(root, toTree(paths)), {
    path: '',
    pages: 0,
  })
  const count = countFields(selected)
  if (count > maximumFields) throw tooMany(String(count))
  return selected
}

const tooMany = (count: string) =>
  new SelectionError(
    `${count} fields are selected, and ${maximumFields} are the most; name fewer objects, or single fields of them`,
  )

const toTree = (paths: readonly string[]): Tree => {
  const tree: Tree = new Map()
  for (const path of paths) {
    const segments = path.split('.')
    if (segments.length > maximumDepth)
      throw new SelectionError(`"${path}" has more than ${maximumDepth} parts`)
    let branch = tree
    for (const segment of segments) {
      const next: Tree = branch.get(segment) ?? new Map()
      branch.set(segment, next)
      branch = next
    }
  }
  return tree
}

/** Payloads say in such fields why nothing was done, which must not be lost by a narrow selection. */
const withErrors = (root: GraphQlType, tree: Tree): Tree => {
  const errors = Object.keys(root.fields).filter((name) => /errors$/i.test(name) && !tree.has(name))
  return new Map([...tree, ...errors.map((name) => [name, new Map()] as const)])
}

const createResolver = (types: GraphQlTypes) => {
  const pick = createPickFields(types)
  let visited = 0

  const resolve = (name: string, type: GraphQlType, tree: Tree, place: Place): SelectedField[] => {
    const defaults = tree.size === 0 || tree.has('*') ? pick(name) : []
    const page = findPage(types, type)
    const named = [...tree].filter(([segment]) => segment !== '*')
    const isOwn = ([segment]: [string, Tree]) => findField(type, segment) !== undefined
    const own = named.filter(isOwn).map((entry) => field(type, entry, place))
    const others = named.filter((entry) => !isOwn(entry) && entry[0] !== '__typename')
    const rest =
      page && others.length > 0
        ? [items(name, type, new Map(others), place)]
        : others.flatMap((entry) => variants(name, type, entry, place))
    const isAbstract = type.possible !== undefined || tree.has('__typename')
    const merged = mergeFields([...(isAbstract ? [typename] : []), ...defaults, ...own, ...rest])
    return distinguishFields(withPageInfo(type, merged))
  }

  const field = (type: GraphQlType, [segment, below]: [string, Tree], place: Place) => {
    const path = place.path === '' ? segment : `${place.path}.${segment}`
    visited += 1
    // Interfaces of interfaces multiply.
    if (visited > maximumVisits) throw tooMany(`More than ${maximumVisits}`)
    const typeText = findField(type, segment) ?? ''
    const name = objectTypeOf(types, typeText)
    const behind = name === undefined ? undefined : findType(types, name)
    if (name === undefined || !behind) {
      const [further] = below.keys()
      if (further === undefined) return selectField(type, segment)
      throw new SelectionError(
        `"${path}.${further}": "${segment}" is a value (${typeText}) and has no fields`,
      )
    }
    const pages = place.pages + (type.paged?.includes(segment) ? 1 : 0)
    if (pages > maximumPages)
      throw new SelectionError(
        `"${path}" is a list within ${maximumPages} other lists that have pages; call the tool that lists it`,
      )
    return selectField(type, segment, resolve(name, behind, below, { path, pages }))
  }

  /** Paths that continue in the items of a page. */
  const items = (name: string, type: GraphQlType, tree: Tree, place: Place): SelectedField => {
    const page = findPage(types, type)
    const edges: Tree = new Map([['edges', new Map([['node', tree]])]])
    const [entry] = page?.field === 'nodes' ? new Map([['nodes', tree]]) : edges
    if (!entry) throw unknownField(types, name, [...tree.keys()][0] ?? '', place)
    return field(type, entry, place)
  }

  const variants = (
    name: string,
    type: GraphQlType,
    entry: [string, Tree],
    place: Place,
  ): SelectedField[] => {
    const found = (type.possible ?? []).flatMap((on) => {
      const variant = findType(types, on)
      return variant && findField(variant, entry[0]) !== undefined
        ? [{ ...field(variant, entry, place), on }]
        : []
    })
    if (found.length > 0) return found
    throw unknownField(types, name, entry[0], place)
  }

  const withPageInfo = (type: GraphQlType, fields: SelectedField[]): SelectedField[] => {
    const page = findPage(types, type)
    const isRead = page && fields.some(({ name }) => name === page.field)
    if (!isRead || fields.some(({ name }) => name === 'pageInfo')) return fields
    const info = objectTypeOf(types, findField(type, 'pageInfo') ?? '')
    return info === undefined ? fields : [...fields, selectField(type, 'pageInfo', pick(info))]
  }

  return resolve
}

/** One field for each name and kind of object, with the fields of all. */
const mergeFields = (fields: readonly SelectedField[]): SelectedField[] => {
  const merged = new Map<string, SelectedField>()
  for (const field of fields) {
    const key = `${field.on ?? ''} ${field.alias ?? field.name}`
    const known = merged.get(key)
    const below = [...(known?.fields ?? []), ...(field.fields ?? [])]
    merged.set(
      key,
      known ? { ...known, ...(below.length > 0 && { fields: mergeFields(below) }) } : field,
    )
  }
  return [...merged.values()]
}

const unknownField = (
  types: GraphQlTypes,
  name: string,
  segment: string,
  { path }: Place,
): SelectionError => {
  const type = findType(types, name)
  const page = type && findPage(types, type)
  const shown = page ? page.node : name
  const fields = Object.keys(findType(types, shown)?.fields ?? {})
  const more = fields.length > namesShown ? `, and ${fields.length - namesShown} more` : ''
  return new SelectionError(
    `"${path === '' ? '' : `${path}.`}${segment}": ${shown} has no field "${segment}" that can be selected; it has ${fields.slice(0, namesShown).join(', ')}${more}`,
  )
}

const countFields = (fields: readonly SelectedField[]): number =>
  fields.reduce((sum, field) => sum + 1 + countFields(field.fields ?? []), 0)
