import type { SelectedField } from './graphql-types.ts'

const deepest = 3

/**
 * The path of the connection that an operation answers with: what has `pageInfo` with a cursor of
 * its end. Undefined for none, and for several, of which an argument could mean either.
 */
export const findConnection = (
  field: string,
  selected: readonly SelectedField[],
): string[] | undefined => {
  const found = connectionsIn([field], selected)
  return found.length === 1 ? found[0] : undefined
}

const connectionsIn = (path: string[], selected: readonly SelectedField[]): string[][] => {
  const info = selected.find(({ name }) => name === 'pageInfo')?.fields ?? []
  if (info.some(({ name }) => name === 'endCursor')) return [path]
  if (path.length === deepest) return []
  return selected.flatMap(({ name, alias, type, fields }) =>
    fields && !type.startsWith('[') ? connectionsIn([...path, alias ?? name], fields) : [],
  )
}
