import { isObject, type Draft, type JsonObject, type SchemaOptions } from '../json-schema.ts'

/** How the keywords of a document are interpreted. */
export type Dialect = {
  /** Undefined for the mixture found in tool schemas: the keywords of all drafts count. */
  draft: Draft | undefined
  identifier: '$id' | 'id'
  /** Up to draft-07 the keywords next to a `$ref` are ignored. */
  refHidesSiblings: boolean
  /** 2020-12 counts items matched by `contains` as evaluated. */
  containsEvaluates: boolean
  knows(keyword: string): boolean
}

export const createDialect = (draft: Draft | undefined, validationVocabulary = true): Dialect => {
  const age = draft ? drafts.indexOf(draft) : undefined
  return {
    draft,
    identifier: draft === 'draft-04' ? 'id' : '$id',
    refHidesSiblings: age !== undefined && age <= drafts.indexOf('draft-07'),
    containsEvaluates: draft === undefined || draft === '2020-12',
    knows: (keyword) =>
      (age === undefined || isCurrent(keyword, age)) &&
      (validationVocabulary || !validationKeywords.has(keyword)),
  }
}

/**
 * The dialect that a schema declares with `$schema`. A mixed dialect remains mixed, but draft-04
 * uses `id` for `$id`.
 */
export const dialectNamedBy = (
  { $schema }: JsonObject,
  { draft, remotes }: SchemaOptions,
): Dialect | undefined => {
  if (typeof $schema !== 'string') return undefined
  const named = draftNamed($schema)
  if (!draft)
    return named === 'draft-04' ? { ...createDialect(undefined), identifier: 'id' } : undefined
  if (named) return createDialect(named)
  const metaSchema = remotes && Object.hasOwn(remotes, $schema) ? remotes[$schema] : undefined
  return isObject(metaSchema)
    ? createDialect(draftNamed(metaSchema['$schema']) ?? draft, includesValidation(metaSchema))
    : undefined
}

const includesValidation = ({ $vocabulary }: JsonObject): boolean =>
  !isObject($vocabulary) ||
  Object.keys($vocabulary).some((name) => name.endsWith('/vocab/validation'))

/** The draft that a `$schema` names, if it is supported. */
const draftNamed = (metaSchema: unknown): Draft | undefined =>
  typeof metaSchema === 'string' ? metaSchemas.get(metaSchema.replace(/#$/, '')) : undefined

const drafts: readonly Draft[] = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12']

const metaSchemas = new Map<string, Draft>([
  ['http://json-schema.org/draft-04/schema', 'draft-04'],
  ['http://json-schema.org/draft-06/schema', 'draft-06'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
])

const isCurrent = (keyword: string, age: number): boolean => {
  if (keyword === 'nullable') return false // an OpenAPI keyword, in no draft
  const [first, last] = lifetimes.get(keyword) ?? []
  return (
    (first === undefined || age >= drafts.indexOf(first)) &&
    (last === undefined || age <= drafts.indexOf(last))
  )
}

/** The first and last draft of the keywords that are not in all drafts. */
const lifetimes = new Map<string, [first: Draft, last?: Draft]>([
  ['const', ['draft-06']],
  ['contains', ['draft-06']],
  ['propertyNames', ['draft-06']],
  ['if', ['draft-07']],
  ['$anchor', ['2019-09']],
  ['dependentRequired', ['2019-09']],
  ['dependentSchemas', ['2019-09']],
  ['minContains', ['2019-09']],
  ['maxContains', ['2019-09']],
  ['unevaluatedItems', ['2019-09']],
  ['unevaluatedProperties', ['2019-09']],
  ['$recursiveRef', ['2019-09', '2019-09']],
  ['$recursiveAnchor', ['2019-09', '2019-09']],
  ['additionalItems', ['draft-04', '2019-09']],
  ['$dynamicRef', ['2020-12']],
  ['$dynamicAnchor', ['2020-12']],
  ['prefixItems', ['2020-12']],
])

/** The keywords of the validation vocabulary of 2019-09 and 2020-12; a meta-schema may omit it. */
const validationKeywords = new Set([
  'type',
  'enum',
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
  'required',
  'dependentRequired',
])
