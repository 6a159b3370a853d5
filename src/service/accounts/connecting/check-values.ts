import { findScheme, type FieldDescriptor } from '../../auth-schemes/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { CheckConnection } from '../account.ts'
import type { OpenLink } from './open-link.ts'

/** What is wrong with the values, with the field that has to be corrected where it is one. */
type Problem = { field: string | null; message: string }

const longest = 65_536

/** The problems that keep these values from being connected. */
export const checkValues = async (
  checkConnection: CheckConnection,
  { project, authConfig }: OpenLink,
  values: Record<string, unknown>,
): Promise<Problem[]> => {
  const { scheme: definition, sharedCredentials } = authConfig
  const scheme = findScheme(definition.mode)
  const all: Record<string, unknown> = { ...sharedCredentials, ...values }
  const fields = definition.accountFields
  // The values that the provider issues cannot be there before the authorization.
  const missing = scheme?.authorization
    ? fields
        .filter(
          ({ name, required, default: fallback }) => required && fallback === null && !all[name],
        )
        .map(({ name }) => `${name} is required`)
    : []
  const tooLong = Object.entries(all)
    .filter(([, value]) => typeof value === 'string' && value.length > longest)
    .map(([name]) => `${name} must have at most ${longest} characters`)
  const known = [
    ...tooLong,
    ...missing,
    ...(scheme?.authorization ? [] : (scheme?.check(definition, all) ?? [])),
  ]
  const problems =
    known.length > 0 ? known : await problemsOf(checkConnection(project, { authConfig, values }))
  return [...new Set(problems)].map((problem) => toProblem(fields, problem))
}

const prefix = 'body.connection.state.val: '

const problemsOf = async (check: Promise<void>): Promise<string[]> => {
  try {
    await check
    return []
  } catch (error) {
    if (!(error instanceof ServiceError) || error.slug !== 'invalid_request') throw error
    const named =
      error.errors?.map((problem) =>
        problem.slice(problem.startsWith(prefix) ? prefix.length : 0),
      ) ?? []
    return named.length > 0 ? named : [error.message]
  }
}

const toProblem = (fields: FieldDescriptor[], problem: string): Problem => {
  const [first = '', ...rest] = problem.split(' ')
  const field = fields.find(({ name }) => name === first)
  return field
    ? { field: field.name, message: `${field.displayName} ${rest.join(' ')}` }
    : { field: null, message: problem.charAt(0).toUpperCase() + problem.slice(1) }
}
