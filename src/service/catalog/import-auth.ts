import type { ImportAuth } from '../../contract/import-auth.ts'
import { ServiceError } from '../service-error.ts'
import { standardFields } from './auth/standard-fields.ts'
import { missingAddresses, toOAuth } from './auth/to-oauth.ts'
import type { AuthSchemeDefinition, FieldDescriptor } from '../auth-schemes/index.ts'

/** The auth scheme that the importer of a toolkit names, where the API's description names none. */
export const toAuthScheme = (auth: ImportAuth): AuthSchemeDefinition[] =>
  schemesOf(auth).map((scheme) => ({
    ...scheme,
    accountFields: [...scheme.accountFields, ...(auth.fields ?? []).map(toField)],
  }))

const schemesOf = (auth: ImportAuth): AuthSchemeDefinition[] => {
  const name = auth.name ?? auth.scheme.toLowerCase()
  switch (auth.scheme) {
    case 'NO_AUTH':
      return []
    case 'API_KEY': {
      const placements = auth.placements ?? [
        { field: 'generic_api_key', in: 'header' as const, name: 'X-API-Key' },
      ]
      const fields = [...new Set(placements.map((placement) => placement.field))]
      return [
        {
          mode: 'API_KEY',
          name,
          authConfigFields: [],
          accountFields: fields.map((field) => secretField(field, 'API key')),
          placements,
        },
      ]
    }
    case 'BEARER_TOKEN':
      return [
        {
          mode: 'BEARER_TOKEN',
          name,
          authConfigFields: [],
          accountFields: [secretField('token', 'Token')],
        },
      ]
    case 'BASIC':
      return [
        {
          mode: 'BASIC',
          name,
          authConfigFields: [],
          accountFields: [
            { ...secretField('username', 'User name'), isSecret: false },
            { ...secretField('password', 'Password'), required: false },
          ],
        },
      ]
    case 'OAUTH2':
    case 'OAUTH1':
    case 'DCR_OAUTH':
    case 'S2S_OAUTH2':
    case 'BASIC_WITH_JWT':
    case 'SERVICE_ACCOUNT':
    case 'GOOGLE_SERVICE_ACCOUNT': {
      const oauth = toOAuth(auth.oauth ?? {})
      refuseMissing(auth.scheme, missingAddresses(auth.scheme, oauth))
      return [{ mode: auth.scheme, name, ...standardFields(auth.scheme, oauth), oauth }]
    }
    case 'SAML':
    case 'BILLCOM_AUTH':
    case 'CALCOM_AUTH':
      throw new ServiceError(
        'invalid_request',
        `This service cannot carry out the auth scheme ${auth.scheme}`,
        {
          suggestedFix:
            'Import the toolkit with a scheme that its API takes besides, such as OAUTH2, API_KEY or BEARER_TOKEN',
        },
      )
    default:
      return auth.scheme satisfies never
  }
}

const refuseMissing = (scheme: AuthSchemeDefinition['mode'], addresses: string[]): void => {
  if (addresses.length === 0) return
  throw new ServiceError('invalid_request', `${scheme} needs to know where its provider is`, {
    suggestedFix: 'Give the addresses that `errors` names in auth.oauth',
    errors: addresses.map((name) => `body.auth.oauth.${name}: is required for ${scheme}`),
  })
}

const secretField = (name: string, displayName: string): FieldDescriptor => ({
  name,
  displayName,
  description: `${displayName} of the account`,
  type: 'string',
  required: true,
  default: null,
  isSecret: true,
  userVisible: true,
})

const toField = (field: NonNullable<ImportAuth['fields']>[number]): FieldDescriptor => ({
  ...secretField(field.name, field.display_name ?? field.name),
  ...(field.description !== undefined && { description: field.description }),
  ...(field.pattern !== undefined && { pattern: field.pattern }),
  required: field.required ?? true,
  isSecret: field.is_secret ?? false,
})
