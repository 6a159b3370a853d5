import { toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import type { Operation } from '../operation/read-operations.ts'
import { wordsOfName } from '../slugs/words.ts'
import { readSecurity } from './read-security.ts'

/**
 * Every required set of schemes, by the number of operations that accept it; then each unused
 * scheme alone. One that its author calls old counts half, and comes after its equals.
 */
export const schemesByUse = (
  document: OpenApiDocument,
  operations: Operation[],
  declared: Record<string, JsonObject>,
): string[][] => {
  const uses = new Map<string, { names: string[]; count: number }>()
  for (const requirement of operations.flatMap(
    (operation) => readSecurity(document, operation) ?? [],
  )) {
    const names = Object.keys(requirement).sort()
    const known = uses.get(names.join('\n')) ?? { names, count: 0 }
    uses.set(names.join('\n'), { names, count: known.count + 1 })
  }
  const asked = [...uses.values()].filter(({ names }) => names.length > 0)
  const order = Object.keys(declared)
  const alone = order
    .filter((name) => !asked.some(({ names }) => names.includes(name)))
    .map((name) => ({ names: [name], count: 0 }))
  return [...asked, ...alone]
    .map(({ names, count }) => {
      const isOld = names.some((name) => isCalledOld(name, declared[name] ?? {}))
      return { names, count: isOld ? count / 2 : count, isOld }
    })
    .sort(
      (one, other) =>
        other.count - one.count ||
        Number(one.isOld) - Number(other.isOld) ||
        one.names.length - other.names.length ||
        order.indexOf(one.names[0] ?? '') - order.indexOf(other.names[0] ?? ''),
    )
    .map(({ names }) => names)
}

const isCalledOld = (name: string, scheme: JsonObject): boolean =>
  scheme.deprecated === true ||
  wordsOfName(name).some((word) => oldWords.has(word)) ||
  /^\W*(?:legacy|deprecated|obsolete)\b|\b(?:is|are|been) (?:now )?(?:deprecated|retired|no longer)\b/i.test(
    toText(scheme.description),
  )

/** Keys of developers were given before applications had tokens. */
const oldWords = new Set(['legacy', 'deprecated', 'obsolete', 'old', 'developer'])
