import type { AuthSchemeDefinition } from '../../../auth-schemes/index.ts'
import { toText, type JsonObject } from '../document/json-object.ts'
import { credentialField } from '../../auth/credential-field.ts'

/** BASIC or BEARER_TOKEN from the schemes of HTTP itself. */
export const httpScheme = (
  name: string,
  declared: JsonObject,
  notes: string[],
): AuthSchemeDefinition[] => {
  const description = toText(declared.description)
  const about = { name, ...(description !== '' && { description }), authConfigFields: [] }
  const scheme = toText(declared.scheme).toLowerCase()
  if (scheme === 'basic') return [{ ...about, mode: 'BASIC', accountFields: basicFields() }]
  if (scheme === 'bearer')
    return [
      {
        ...about,
        mode: 'BEARER_TOKEN',
        accountFields: [credentialField('token', 'Token', 'The token, without the word "Bearer"')],
      },
    ]
  notes.push(
    `Security scheme "${name}" is HTTP ${scheme || 'authentication of an unnamed scheme'}, which can't be carried out`,
  )
  return []
}

/** Services that take a key as the username want the password empty. */
const basicFields = () => [
  credentialField('username', 'Username', 'The name to sign in with', { isSecret: false }),
  credentialField(
    'password',
    'Password',
    'The password; may be empty where the service takes a key as the username',
    { required: false },
  ),
]
