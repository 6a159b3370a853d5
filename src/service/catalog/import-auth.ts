import type { z } from 'zod'
import type { importAuth } from '../../contract/toolkits.ts'
import type { AuthSchemeDefinition, FieldDescriptor } from './definitions.ts'
import { ServiceError } from '../service-error.ts'

/** The auth scheme that the importer of a toolkit names, where the API's description names none. */
export const toAuthScheme = (auth: z.output<typeof importAuth>): AuthSchemeDefinition[] =>
  schemesOf(auth).map((scheme) => ({ ...scheme, accountFields: [...scheme.accountFields, ...(auth.fields ?? []).map(toField)] }))

const schemesOf = (auth: z.output<typeof importAuth>): AuthSchemeDefinition[] => {
  const name = auth.name ?? auth.scheme.toLowerCase()
  switch (auth.scheme) {
    case 'NO_AUTH':
      return []
    case 'API_KEY': {
      const placements = auth.placements ?? [{ field: 'generic_api_key', in: 'header' as const, name: 'X-API-Key' }]
      const fields = [...new Set(placements.map((placement) => placement.field))]
      return [{ mode: 'API_KEY', name, authConfigFields: [], accountFields: fields.map((field) => secretField(field, 'API key')), placements }]
    }
    case 'BEARER_TOKEN':
      return [{ mode: 'BEARER_TOKEN', name, authConfigFields: [], accountFields: [secretField('token', 'Token')] }]
    case 'BASIC':
      return [{ mode: 'BASIC', name, authConfigFields: [], accountFields: [{ ...secretField('username', 'User name'), isSecret: false }, { ...secretField('password', 'Password'), required: false }] }]
    default:
      throw new ServiceError('invalid_request', `An import cannot set up the auth scheme ${auth.scheme} by name alone`, {
        suggestedFix: 'Use API_KEY, BEARER_TOKEN, BASIC or NO_AUTH, or import a description that declares its security schemes',
      })
  }
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

const toField = (field: NonNullable<z.output<typeof importAuth>['fields']>[number]): FieldDescriptor => ({
  ...secretField(field.name, field.display_name ?? field.name),
  ...(field.description !== undefined && { description: field.description }),
  ...(field.pattern !== undefined && { pattern: field.pattern }),
  required: field.required ?? true,
  isSecret: field.is_secret ?? false,
})
