import type { SelectedField } from './graphql-types.ts'

/**
 * Renames fields that share a name but not a type, which GraphQL refuses: `... on Issue { state }`
 * and `... on Order { state_Order: state }`.
 */
export const distinguishFields = (fields: readonly SelectedField[]): SelectedField[] => {
  const types = new Map<string, string>()
  return fields.map((field) => {
    const { name, type, on } = field
    const known = types.get(name)
    if (known === undefined) types.set(name, type)
    return known === undefined || known === type || on === undefined
      ? field
      : { ...field, alias: `${name}_${on}` }
  })
}
