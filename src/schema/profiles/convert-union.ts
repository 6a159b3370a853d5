import { isObject, type JsonObject } from '../json-schema.ts'
import { inside, note, type Converted, type Conversion, type Place } from './conversion.ts'
import { describeKeywords } from './describe-keywords.ts'
import { takeAnnotations } from './keep-keywords.ts'
import { mergeSchemas } from './merge-schemas.ts'
import { isConstraintOnly } from './is-constraint-only.ts'
import { readNode } from './read-node.ts'
import { mergeBranches } from './merge-branches.ts'

/**
 * Converts `anyOf` and `oneOf` to an `anyOf` without other keywords: these are repeated in each
 * branch.
 */
export const convertUnion = (conversion: Conversion, node: JsonObject, place: Place): Converted => {
  const keyword = 'anyOf' in node ? 'anyOf' : 'oneOf'
  const { [keyword]: listed, ...beside } = node
  const branches = listed as unknown[]
  if (isConstraintOnly(node, branches)) {
    note(
      conversion,
      inside(place, keyword),
      'text',
      'wider',
      `\`${keyword}\` was moved to the description`,
    )
    return conversion.convert(conversion, asText(node, keyword, branches), place)
  }
  const { annotations, rest: siblings } = takeAnnotations(conversion, beside, place)
  const full = Object.keys(siblings).length === 0 ? branches : distribute(siblings, branches)
  if (!full) {
    conversion.obstacles.push({
      path: inside(place, keyword).path,
      reason: `\`${keyword}\` cannot be merged exactly with the keywords next to it`,
    })
    note(
      conversion,
      inside(place, keyword),
      'text',
      'wider',
      `\`${keyword}\` was moved to the description`,
    )
    return conversion.convert(conversion, asText(node, keyword, branches), place)
  }
  if (keyword === 'oneOf')
    note(conversion, inside(place, keyword), 'union', 'wider', '`oneOf` became `anyOf`')
  const possible = full
    .map((branch, index) => [branch, index] as const)
    .filter(([branch]) => branch !== false)
  const converted = possible.map(([branch, index]) =>
    conversion.convert(conversion, branch, inside(place, keyword, index)),
  )
  return mergeBranches(conversion, converted, annotations, place)
}

const asText = (node: JsonObject, keyword: string, branches: unknown[]): JsonObject => {
  const { [keyword]: _, description, ...rest } = node
  return { ...rest, description: describeKeywords(description, [[keyword, branches]]) }
}

const distribute = (siblings: JsonObject, branches: readonly unknown[]): unknown[] | undefined => {
  const merged = branches.map((branch) =>
    isObject(branch)
      ? mergeSchemas(siblings, readNode(branch))
      : branch === true
        ? siblings
        : false,
  )
  return merged.includes(undefined) ? undefined : merged
}
