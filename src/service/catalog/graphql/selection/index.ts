export type { GraphQlTypes } from './graphql-types.ts'
export { printSelection } from './print-selection.ts'
export { selectFields, SelectionError } from './select-fields.ts'
