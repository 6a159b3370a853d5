import type { AuthSchemeDefinition, CredentialPlacement } from '../../../auth-schemes/index.ts'
import { toText, type JsonObject } from '../document/json-object.ts'
import { wordsOfName } from '../slugs/words.ts'
import { credentialField } from '../../auth/credential-field.ts'

type NamedScheme = { name: string; scheme: JsonObject }

/**
 * One API_KEY scheme of all keys that are sent together; the first is the `generic_api_key` of the
 * account.
 */
export const apiKeyScheme = (schemes: NamedScheme[], notes: string[]): AuthSchemeDefinition[] => {
  const placed = schemes.flatMap(({ name, scheme }, index) => {
    const place = places.find((known) => known === scheme.in)
    const wireName = toText(scheme.name)
    if (place && wireName !== '')
      return [
        { name, scheme, wireName, place, field: index === 0 ? 'generic_api_key' : fieldName(name) },
      ]
    notes.push(`Security scheme "${name}" does not say where its key goes`)
    return []
  })
  if (placed.length === 0 || placed.length < schemes.length) return []
  const description = placed
    .map(({ scheme }) => toText(scheme.description))
    .filter((text) => text !== '')
    .join(' ')
  return [
    {
      mode: 'API_KEY',
      name: placed.map(({ name }) => name).join('+'),
      ...(description !== '' && { description }),
      authConfigFields: [],
      accountFields: placed.map(({ field, name, wireName, scheme }) =>
        credentialField(
          field,
          placed.length === 1 ? 'API key' : name,
          toText(scheme.description) || describe(wireName),
        ),
      ),
      placements: placed.map(({ field, place, wireName }): CredentialPlacement => ({
        field,
        in: place,
        name: wireName,
      })),
    },
  ]
}

const places = ['header', 'query', 'cookie'] as const

const fieldName = (name: string): string => wordsOfName(name).join('_') || 'api_key'

const describe = (wireName: string): string =>
  wireName.toLowerCase() === 'authorization'
    ? 'The whole value of the Authorization header, with its first word, e.g. "Bearer …"'
    : `The key that is sent as ${wireName}`
