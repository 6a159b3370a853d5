import { findField, type GraphQlType, type SelectedField } from './graphql-types.ts'

/** Items on each page of a list within an answer. */
const nestedPageSize = 20

const typeOfTypename = 'String!'

export const typename: SelectedField = { name: '__typename', type: typeOfTypename }

/** One field of a type with what is selected of its value. */
export const selectField = (
  type: GraphQlType,
  name: string,
  fields?: SelectedField[],
): SelectedField => ({
  name,
  type: findField(type, name) ?? typeOfTypename,
  ...(type.paged?.includes(name) && { first: nestedPageSize }),
  ...(fields && { fields }),
})
