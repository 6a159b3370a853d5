import type { FieldDescriptor, OAuthDefinition } from '../../auth-schemes/index.ts'
import type { AuthScheme } from '../../../contract/common.ts'
import { credentialField } from './credential-field.ts'

type Fields = { authConfigFields: FieldDescriptor[]; accountFields: FieldDescriptor[] }

/**
 * What an operator gives once, and each user for an account, in the schemes that get their tokens
 * from a provider (rule 8.2).
 */
export const standardFields = (
  mode: AuthScheme,
  { clientAuthentication, userScopeParameter }: OAuthDefinition = {},
): Fields => {
  const scopes = [scopesField(), ...(userScopeParameter === undefined ? [] : [userScopesField()])]
  switch (mode) {
    case 'OAUTH2':
      return {
        authConfigFields: [clientId(), ...clientProof(clientAuthentication), ...scopes],
        accountFields: [],
      }
    case 'DCR_OAUTH':
      return { authConfigFields: scopes, accountFields: [] }
    case 'S2S_OAUTH2':
      return {
        authConfigFields: [scopesField()],
        accountFields: [
          clientId(),
          ...clientProof(clientAuthentication === 'none' ? 'basic' : clientAuthentication),
        ],
      }
    case 'OAUTH1':
      return {
        authConfigFields: [
          credentialField(
            'consumer_key',
            'Consumer key',
            'The key of the application at the provider',
            { isSecret: false },
          ),
          credentialField(
            'consumer_secret',
            'Consumer secret',
            'The secret of the application at the provider',
          ),
        ],
        accountFields: [],
      }
    case 'BASIC_WITH_JWT':
      return {
        authConfigFields: [],
        accountFields: [
          credentialField('username', 'Username', 'The name to sign in with', { isSecret: false }),
          credentialField('password', 'Password', 'The password'),
        ],
      }
    case 'SERVICE_ACCOUNT':
      return {
        authConfigFields: [],
        accountFields: [
          credentialField(
            'application_id',
            'Application id',
            'The id of the application at the provider',
            { isSecret: false },
          ),
          credentialField(
            'installation_id',
            'Installation id',
            'The id of the installation to act for',
            { isSecret: false },
          ),
          credentialField(
            'private_key',
            'Private key',
            'The private key of the application, as PEM',
          ),
        ],
      }
    case 'GOOGLE_SERVICE_ACCOUNT':
      return {
        authConfigFields: [scopesField()],
        accountFields: [
          credentialField(
            'credentials_json',
            'Key file',
            'The text of the JSON key file of the service account',
          ),
          // Given by the project alone: whoever may choose it acts for anybody that the service
          // account may act for.
          credentialField(
            'subject',
            'Subject',
            'The user to act for, where the service account may',
            { required: false, isSecret: false, userVisible: false },
          ),
        ],
      }
    default:
      return { authConfigFields: [], accountFields: [] }
  }
}

const clientId = () =>
  credentialField('client_id', 'Client id', 'The id of the OAuth client', { isSecret: false })
const clientProof = (
  authentication: OAuthDefinition['clientAuthentication'],
): FieldDescriptor[] => {
  if (authentication === 'none') return []
  return authentication === 'private_key_jwt' ? [privateKey(), privateKeyId()] : [clientSecret()]
}
const privateKey = () =>
  credentialField('private_key', 'Private key', 'The RSA private key of the OAuth client, as PEM')
const privateKeyId = () =>
  credentialField(
    'private_key_id',
    'Private key id',
    'The `kid` that the provider knows the key by',
    { required: false, isSecret: false },
  )
const clientSecret = () =>
  credentialField('client_secret', 'Client secret', 'The secret of the OAuth client')
const scopesField = () =>
  credentialField('scopes', 'Scopes', 'The scopes to ask for, separated by blanks', {
    required: false,
    isSecret: false,
  })
const userScopesField = () =>
  credentialField(
    'user_scopes',
    'User scopes',
    'The scopes of the user to ask for, separated by blanks',
    { required: false, isSecret: false },
  )
