/** An operation regardless of the names of its path's parameters: `GET /users/{}`. */
const operationShape = (operation: string): string => operation.replace(/\{[^{}]*\}/g, '{}')

/**
 * Finds what was recorded for an operation: under the same method and path, else under the only one
 * that differs in the names of its path parameters.
 */
export const byOperation = <Entry extends { operation: string }>(
  entries: readonly Entry[],
): ((operation: string) => Entry | undefined) => {
  const exact = new Map(entries.map((entry) => [entry.operation, entry]))
  const byShape = Map.groupBy(exact.values(), ({ operation }) => operationShape(operation))
  return (operation) => {
    const known = exact.get(operation)
    if (known) return known
    const similar = byShape.get(operationShape(operation)) ?? []
    return similar.length === 1 ? similar[0] : undefined
  }
}
