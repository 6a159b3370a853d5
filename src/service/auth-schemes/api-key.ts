import type {
  AuthSchemeDefinition,
  CredentialPlacement,
  FieldDescriptor,
  SecurityScheme,
} from './definition.ts'
import { credentialField } from './fields.ts'
import { placeCredential } from './place-credential.ts'
import { headerProblem, textOf, type AccountValues, type Scheme } from './scheme.ts'

/** One or more keys in headers, query parameters, cookies or the body of a request. */
export const apiKey: Scheme = {
  define: ({ placements = standard }) => ({
    authConfigFields: [],
    accountFields: fieldsOf(placements),
    placements,
  }),
  readSecurity: (declared) => {
    if (declared[0].type !== 'apiKey') return undefined
    const problems = declared
      .filter((scheme) => placementOf(scheme) === undefined)
      .map(({ name }) => `Security scheme "${name}" does not define where its key is sent`)
    if (problems.length > 0) return { problems }
    // The first field holds the key of accounts with a single key.
    const keys = declared.map((scheme, index) =>
      index === 0 ? { ...scheme, field: 'generic_api_key' } : scheme,
    )
    return {
      authConfigFields: [],
      accountFields: keys.map(({ field, name, parameter, description }) =>
        credentialField(
          field,
          keys.length === 1 ? 'API key' : name,
          description || describe(parameter),
        ),
      ),
      placements: keys.flatMap((scheme) => placementOf(scheme) ?? []),
    }
  },
  provider: null,
  credentialValues: ['generic_api_key', 'api_key'],
  isCheckedWithApi: true,
  check: (definition, values) =>
    placementsOf(definition).flatMap((placement) => {
      const value = valueOf(values, placement)
      if (value === undefined) return [`${placement.field} is required`]
      return ['query', 'path', 'body'].includes(placement.in)
        ? []
        : headerProblem(placement.field, value)
    }),
  apply: (definition, values, request) =>
    placementsOf(definition).reduce(
      (placed, placement) => placeCredential(placed, placement, valueOf(values, placement)),
      request,
    ),
}

const standard: CredentialPlacement[] = [
  { field: 'generic_api_key', in: 'header', name: 'X-API-Key' },
]

const fieldsOf = (placements: CredentialPlacement[]): FieldDescriptor[] => {
  const byField = new Map(placements.map((placement) => [placement.field, placement]))
  return [...byField].map(([field, { name, prefix }]) =>
    credentialField(
      field,
      'API key',
      prefix === undefined ? describe(name) : `The key, sent as ${name}`,
    ),
  )
}

const placementOf = ({
  in: place,
  parameter,
  field,
  prefix,
}: SecurityScheme): CredentialPlacement | undefined => {
  const known = (['header', 'query', 'cookie'] as const).find((each) => each === place)
  return known && parameter !== ''
    ? { field, in: known, name: parameter, ...(prefix !== undefined && { prefix }) }
    : undefined
}

const describe = (parameter: string): string =>
  parameter.toLowerCase() === 'authorization'
    ? 'The whole value of the Authorization header, with its first word, e.g. "Bearer …"'
    : `The key, sent as ${parameter}`

const placementsOf = (definition: AuthSchemeDefinition): CredentialPlacement[] =>
  definition.placements ?? standard

/** A single key may have either of its usual names (rule 8.2). */
const valueOf = (values: AccountValues, { field }: CredentialPlacement): string | undefined =>
  ['generic_api_key', 'api_key'].includes(field)
    ? textOf(values, field, 'generic_api_key', 'api_key')
    : textOf(values, field)
