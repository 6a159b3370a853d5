import { jsonType } from './compiler/json-value.ts'
import { hasProperty, isObject, type JsonObject } from './json-schema.ts'
import { jsonTypes } from './profiles/types-of.ts'
import { createTypesOf, type TypesOf } from './create-types-of.ts'

/** The key of `data` that holds an answer of this JSON type; undefined if `data` is empty. */
type NameOf = (type: string) => string | undefined

/**
 * Converts the schema of an answer, which may be of any type, to the schema of a result's `data`,
 * which is always an object.
 *
 * An answer that is not an object is stored in `data` under a key. If the answer can be of several
 * types, each becomes an alternative. `shared` are the definitions that it refers to in `$defs` and does
 * not hold; they refer to nothing but each other.
 */
export const toDataSchema = (
  answer: JsonObject,
  nameOf: NameOf,
  shared?: ReadonlyMap<string, JsonObject>,
): JsonObject => {
  const typesOf = createTypesOf(answer, shared)
  const types = typesOf(answer)
  // It does not restrict the type, or nothing but the type.
  if (
    types.size === 0 ||
    types.size === jsonTypes.length ||
    (types.size === 1 && types.has('object'))
  )
    return answer
  if (refersToItself(answer)) return withoutStatement(answer)
  const { $defs, definitions, ...schema } = answer
  const names = Map.groupBy(types, (type) => (type === 'object' ? undefined : (nameOf(type) ?? '')))
  const forms = [...names].map(([name, ofName]) =>
    toForm(name, names.size === 1 ? schema : restrict(typesOf, schema, new Set(ofName))),
  )
  const [first] = forms
  return {
    ...(first && forms.length === 1 ? first : { type: 'object', properties: {}, anyOf: forms }),
    // References look up definitions at the root.
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}

/**
 * Whether a reference leads to something other than a definition: it would be wrong once the answer
 * is nested.
 */
const refersToItself = (answer: JsonObject): boolean =>
  /"\$\w*[rR]ef":"(?!#\/(\$defs|definitions)\/)/.test(JSON.stringify(answer))

const withoutStatement = ({ title, description }: JsonObject): JsonObject => ({
  type: 'object',
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
})

const toForm = (name: string | undefined, answer: JsonObject): JsonObject => {
  if (name === undefined) return answer
  return name === ''
    ? { type: 'object', maxProperties: 0 }
    : { type: 'object', properties: { [name]: answer }, required: [name] }
}

/** Restricts the schema to values of these types. */
const restrict = (typesOf: TypesOf, schema: JsonObject, types: ReadonlySet<string>): JsonObject => {
  const { nullable: _, ...restricted } = schema
  if (hasProperty(schema, 'type') || hasProperty(schema, '$ref'))
    restricted['type'] = restrictType(schema, types)
  if (Array.isArray(schema['enum']))
    restricted['enum'] = schema['enum'].filter((value) => types.has(jsonType(value)))
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schema[keyword]
    if (!Array.isArray(branches)) continue
    const meant = branches.filter((branch) => [...typesOf(branch)].some((type) => types.has(type)))
    restricted[keyword] = meant.map((branch) =>
      isObject(branch) ? restrict(typesOf, branch, types) : branch,
    )
  }
  return withoutLoneBranch(restricted)
}

const restrictType = (
  { type = [...jsonTypes], nullable }: JsonObject,
  types: ReadonlySet<string>,
): unknown => {
  const named = [type, nullable === true ? 'null' : []].flat(2)
  const restricted = [...new Set(named)].filter((name) =>
    types.has(name === 'integer' ? 'number' : String(name)),
  )
  return restricted.length === 1 ? restricted[0] : restricted
}

/** Replaces a union with a single branch by the branch. */
const withoutLoneBranch = (schema: JsonObject): JsonObject => {
  const keyword = ['anyOf', 'oneOf'].find(
    (name) => Array.isArray(schema[name]) && schema[name].length === 1,
  )
  if (keyword === undefined) return schema
  const { [keyword]: branches, ...rest } = schema
  const [branch] = [branches].flat()
  return isObject(branch) && Object.keys(branch).every((name) => !hasProperty(rest, name))
    ? { ...rest, ...branch }
    : schema
}
