import { headerProblem, textOf, type Scheme } from '../scheme.ts'

/**
 * Before the authorization only fields of the toolkit can be missing; an import must contain the
 * token.
 */
export const checkValues: Scheme['check'] = (definition, values) => {
  const token = textOf(values, 'access_token')
  const isImport =
    values['status'] === 'ACTIVE' || textOf(values, 'access_token', 'refresh_token') !== undefined
  return [
    ...definition.accountFields
      .filter(
        (field) =>
          field.required && field.default === null && textOf(values, field.name) === undefined,
      )
      .map(({ name }) => `${name} is required`),
    ...(isImport && token === undefined ? ['access_token is required'] : []),
    ...(token === undefined ? [] : headerProblem('access_token', token)),
  ]
}
