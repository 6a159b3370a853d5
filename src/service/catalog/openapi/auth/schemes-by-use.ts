import type { OpenApiDocument } from '../document/open-document.ts'
import type { Operation } from '../operation/read-operations.ts'
import { readSecurity } from './read-security.ts'

/**
 * Every required set of schemes, by the number of operations that accept it; then each unused
 * scheme alone.
 */
export const schemesByUse = (
  document: OpenApiDocument,
  operations: Operation[],
  declared: string[],
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
  const alone = declared
    .filter((name) => !asked.some(({ names }) => names.includes(name)))
    .map((name) => ({ names: [name], count: 0 }))
  const position = ({ names }: { names: string[] }) => declared.indexOf(names[0] ?? '')
  return [...asked, ...alone]
    .sort(
      (one, other) =>
        other.count - one.count ||
        one.names.length - other.names.length ||
        position(one) - position(other),
    )
    .map(({ names }) => names)
}
