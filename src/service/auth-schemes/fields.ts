import type { FieldDescriptor, OAuthDefinition } from './definition.ts'

/** A text field for an operator or a user, secret unless `change` says otherwise. */
export const credentialField = (
  name: string,
  displayName: string,
  description: string,
  change: Partial<FieldDescriptor> = {},
): FieldDescriptor => ({
  name,
  displayName,
  description,
  type: 'string',
  required: true,
  default: null,
  isSecret: true,
  userVisible: true,
  ...change,
})

/** Id and proof of an OAuth client. */
export const clientFields = (
  authentication: OAuthDefinition['clientAuthentication'],
): FieldDescriptor[] => [
  credentialField('client_id', 'Client id', 'The id of the OAuth client', { isSecret: false }),
  ...proofFields(authentication),
]

const proofFields = (
  authentication: OAuthDefinition['clientAuthentication'],
): FieldDescriptor[] => {
  if (authentication === 'none') return []
  if (authentication !== 'private_key_jwt')
    return [credentialField('client_secret', 'Client secret', 'The secret of the OAuth client')]
  return [
    credentialField(
      'private_key',
      'Private key',
      'The RSA private key of the OAuth client, as PEM',
    ),
    credentialField(
      'private_key_id',
      'Private key id',
      'The `kid` that identifies the key at the provider',
      { required: false, isSecret: false },
    ),
  ]
}

export const scopesField = (): FieldDescriptor =>
  credentialField('scopes', 'Scopes', 'The scopes to request, separated by spaces', {
    required: false,
    isSecret: false,
  })

/** Scopes of the application, and of its user if the provider separates them. */
export const scopeFields = ({
  userScopeParameter,
}: Pick<OAuthDefinition, 'userScopeParameter'>): FieldDescriptor[] => [
  scopesField(),
  ...(userScopeParameter === undefined
    ? []
    : [
        credentialField(
          'user_scopes',
          'User scopes',
          'The scopes of the user to request, separated by spaces',
          { required: false, isSecret: false },
        ),
      ]),
]
