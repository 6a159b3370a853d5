import type { ImportAuth } from '../../contract/import-auth.ts'
import type { RecipeAuth } from '../../contract/recipe/auth.ts'
import {
  findScheme,
  type AuthSchemeDefinition,
  type FieldDescriptor,
  type OAuthDefinition,
  type Scheme,
} from '../auth-schemes/index.ts'
import { ServiceError } from '../service-error.ts'

/** An auth scheme of a toolkit as its import request, or its recipe, describes it. */
export const toAuthSchemes = (
  auth: ImportAuth & Partial<Pick<RecipeAuth, 'setup' | 'scope_sets'>>,
  /** Its place in the request, for messages. */
  at = 'body.auth',
): AuthSchemeDefinition[] => {
  if (auth.scheme === 'NO_AUTH') return []
  const scheme = findScheme(auth.scheme)
  if (!scheme) throw unsupported(auth.scheme)
  const oauth = toOAuth(auth.oauth ?? {})
  rejectMissing(auth.scheme, missingAddresses(scheme, oauth), at)
  const { accountFields, ...parts } = scheme.define({
    oauth: { ...oauth, ...defaultScopes(auth) },
    ...(auth.placements && { placements: auth.placements }),
    ...(auth.basic && { basic: auth.basic }),
  })
  return [
    {
      mode: auth.scheme,
      name: auth.name ?? auth.scheme.toLowerCase(),
      ...parts,
      accountFields: withFields(accountFields, auth.fields),
      ...(auth.setup && { setup: auth.setup }),
      ...(auth.scope_sets && auth.scope_sets.length > 0 && { scopeSets: auth.scope_sets }),
    },
  ]
}

/** The scopes of the default sets, if the provider's facts have none. */
const defaultScopes = ({
  oauth,
  scope_sets: sets = [],
}: Pick<ImportAuth, 'oauth'> & Partial<Pick<RecipeAuth, 'scope_sets'>>) => {
  const scopes = sets.filter((set) => set.default).flatMap((set) => set.scopes)
  return oauth?.default_scopes === undefined && scopes.length > 0
    ? { defaultScopes: [...new Set(scopes)] }
    : {}
}

/** A field with the name of one of the scheme overrides how that one is shown and validated. */
const withFields = (
  fields: FieldDescriptor[],
  given: NonNullable<ImportAuth['fields']> = [],
): FieldDescriptor[] => [
  ...fields.map((field) => {
    const change = given.find(({ name }) => name === field.name)
    return change ? amended(field, change) : field
  }),
  ...given.filter(({ name }) => !fields.some((field) => field.name === name)).map(toField),
]

const unsupported = (scheme: ImportAuth['scheme']) =>
  new ServiceError('invalid_request', `This service does not support the auth scheme ${scheme}`, {
    suggestedFix:
      'Import the toolkit with another scheme that its API accepts, such as OAUTH2, API_KEY or BEARER_TOKEN',
  })

const missingAddresses = ({ provider }: Scheme, oauth: OAuthDefinition): string[] =>
  provider === null || (provider.hasMetadata && oauth.issuer !== undefined)
    ? []
    : provider.addresses.filter((name) => oauth[name] === undefined)

const rejectMissing = (scheme: ImportAuth['scheme'], addresses: string[], at: string): void => {
  if (addresses.length === 0) return
  throw new ServiceError('invalid_request', `${scheme} requires the addresses of its provider`, {
    suggestedFix: 'Set the addresses in `errors` in auth.oauth',
    errors: addresses.map((name) => `${at}.oauth.${toSnakeCase(name)}: is required for ${scheme}`),
  })
}

const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A provider as an importer describes it. */
const toOAuth = (given: NonNullable<ImportAuth['oauth']>): OAuthDefinition =>
  withoutUndefined({
    authorizationUrl: given.authorization_url,
    tokenUrl: given.token_url,
    refreshUrl: given.refresh_url,
    revocationUrl: given.revocation_url,
    registrationUrl: given.registration_url,
    requestTokenUrl: given.request_token_url,
    issuer: given.issuer,
    scopes: given.scopes,
    defaultScopes: given.default_scopes,
    scopeSeparator: given.scope_separator,
    userScopeParameter: given.user_scope_parameter,
    clientAuthentication: given.client_authentication,
    pkce: given.pkce,
    authorizationParameters: given.authorization_parameters,
    tokenParameters: given.token_parameters,
    refreshParameters: given.refresh_parameters,
    tokenBodyFormat: given.token_body_format,
    tokenPath: given.token_path,
    tokenLifetimeSeconds: given.token_lifetime_seconds,
    refreshTokens: given.refresh_tokens,
    keep: given.keep,
    keepFromCallback: given.keep_from_callback,
    assertion:
      given.assertion &&
      withoutUndefined({
        audience: given.assertion.audience,
        lifetimeSeconds: given.assertion.lifetime_seconds,
      }),
  })

const withoutUndefined = <T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

type GivenField = NonNullable<ImportAuth['fields']>[number]

const toField = (field: GivenField): FieldDescriptor => {
  const displayName = field.display_name ?? field.name
  return amended(
    {
      name: field.name,
      displayName,
      description: `${displayName} of the account`,
      type: 'string',
      required: field.default === undefined,
      default: null,
      isSecret: false,
      userVisible: true,
    },
    field,
  )
}

const amended = (field: FieldDescriptor, given: GivenField): FieldDescriptor => ({
  ...field,
  ...withoutUndefined({
    displayName: given.display_name,
    description: given.description,
    required: given.required,
    default: given.is_secret === true ? undefined : given.default,
    isSecret: given.is_secret,
    pattern: given.pattern,
    oneOf: given.one_of,
    startsWith: given.starts_with,
    url: given.url,
  }),
})
