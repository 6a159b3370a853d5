import type { ImportAuth } from '../../contract/import-auth.ts'
import {
  findScheme,
  type AuthSchemeDefinition,
  type FieldDescriptor,
  type OAuthDefinition,
  type Scheme,
} from '../auth-schemes/index.ts'
import { ServiceError } from '../service-error.ts'

/** The auth scheme that a toolkit's import request gives when the API's description has none. */
export const toAuthSchemes = (auth: ImportAuth): AuthSchemeDefinition[] => {
  if (auth.scheme === 'NO_AUTH') return []
  const scheme = findScheme(auth.scheme)
  if (!scheme) throw unsupported(auth.scheme)
  const oauth = toOAuth(auth.oauth ?? {})
  refuseMissing(auth.scheme, missingAddresses(scheme, oauth))
  const { accountFields, ...parts } = scheme.define({
    oauth,
    ...(auth.placements && { placements: auth.placements }),
  })
  return [
    {
      mode: auth.scheme,
      name: auth.name ?? auth.scheme.toLowerCase(),
      ...parts,
      accountFields: [...accountFields, ...(auth.fields ?? []).map(toField)],
    },
  ]
}

const unsupported = (scheme: ImportAuth['scheme']) =>
  new ServiceError('invalid_request', `This service does not support the auth scheme ${scheme}`, {
    suggestedFix:
      'Import the toolkit with another scheme that its API accepts, such as OAUTH2, API_KEY or BEARER_TOKEN',
  })

const missingAddresses = ({ provider }: Scheme, oauth: OAuthDefinition): string[] =>
  provider === null || (provider.hasMetadata && oauth.issuer !== undefined)
    ? []
    : provider.addresses.filter((name) => oauth[name] === undefined)

const refuseMissing = (scheme: ImportAuth['scheme'], addresses: string[]): void => {
  if (addresses.length === 0) return
  throw new ServiceError('invalid_request', `${scheme} needs the addresses of its provider`, {
    suggestedFix: 'Give the addresses that `errors` names in auth.oauth',
    errors: addresses.map(
      (name) => `body.auth.oauth.${toSnakeCase(name)}: is required for ${scheme}`,
    ),
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
    scopeSeparator: given.scope_separator,
    userScopeParameter: given.user_scope_parameter,
    clientAuthentication: given.client_authentication,
    pkce: given.pkce,
    authorizationParameters: given.authorization_parameters,
    tokenParameters: given.token_parameters,
    keep: given.keep,
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

const toField = (field: NonNullable<ImportAuth['fields']>[number]): FieldDescriptor => {
  const displayName = field.display_name ?? field.name
  return {
    name: field.name,
    displayName,
    description: field.description ?? `${displayName} of the account`,
    type: 'string',
    required: field.required ?? true,
    default: null,
    isSecret: field.is_secret ?? false,
    userVisible: true,
    ...(field.pattern !== undefined && { pattern: field.pattern }),
  }
}
