import { ImportProblem } from '../document/import-problem.ts'
import { isJsonObject, toJsonObject, toList, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveMembers, resolveReference } from '../document/resolve-reference.ts'
import type { Direction } from './convert-schema.ts'

/**
 * Properties of this schema and of its `allOf` members that belong to the other direction only.
 *
 * Each member is read once: several may share one, at every level.
 */
export const hiddenProperties = (
  document: OpenApiDocument,
  schema: JsonObject,
  direction: Direction,
): ReadonlySet<string> => {
  if (schema.properties === undefined && schema.allOf === undefined) return none
  const names = new Set<string>()
  const reached = new Set<JsonObject>()
  const waiting: unknown[] = [schema]
  while (waiting.length > 0) {
    const value = resolveReference(document.root, waiting.pop()).value
    if (!isJsonObject(value) || reached.has(value)) continue
    reached.add(value)
    for (const name of ownHidden(document, value, direction)) names.add(name)
    waiting.push(...toList(value.allOf).slice(0, atMost + 1))
    if (reached.size + names.size + waiting.length > atMost) throw tooMany()
  }
  return names
}

/** More are composed by nobody but an attacker. */
const atMost = 1_000

const none: ReadonlySet<string> = new Set()

const tooMany = (): ImportProblem =>
  new ImportProblem(
    `A schema is composed of more than ${atMost.toLocaleString('en')} others by allOf, or hides as many properties`,
  )

type Known = Record<Direction, WeakMap<JsonObject, readonly string[]>>

const knownOf = new WeakMap<OpenApiDocument, Known>()

const ownHidden = (
  document: OpenApiDocument,
  schema: JsonObject,
  direction: Direction,
): readonly string[] => {
  const known = knownOf.get(document) ?? { input: new WeakMap(), output: new WeakMap() }
  knownOf.set(document, known)
  const names = known[direction].get(schema) ?? readHidden(document, schema, direction)
  known[direction].set(schema, names)
  return names
}

const readHidden = (
  document: OpenApiDocument,
  { properties: given }: JsonObject,
  direction: Direction,
): string[] => {
  const keyword = direction === 'input' ? 'readOnly' : 'writeOnly'
  const properties = resolveMembers(document.root, given)
  return Object.keys(properties).filter(
    (name) =>
      toJsonObject(properties[name])[keyword] === true ||
      toJsonObject(resolveReference(document.root, properties[name]).value)[keyword] === true,
  )
}
