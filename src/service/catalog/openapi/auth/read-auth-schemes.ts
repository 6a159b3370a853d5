import type { AuthSchemeDefinition } from '../../definitions.ts'
import { toJsonObject, toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import type { Operation } from '../operation/read-operations.ts'
import { apiKeyScheme } from './api-key-scheme.ts'
import { credentialField } from './credential-field.ts'
import { oauthSchemes } from './oauth-schemes.ts'
import { readSecurity, type SecurityRequirement } from './read-security.ts'

export type AuthSchemes = { schemes: AuthSchemeDefinition[]; notes: string[] }

/**
 * The ways of authenticating that a description names, at most one of each kind, the most used first.
 *
 * Several API keys that an operation needs together are one scheme with several fields. Of several alternatives of a kind the
 * one that most operations accept is taken; the notes name the others, and those that can't be carried out.
 */
export const readAuthSchemes = (document: OpenApiDocument, operations: Operation[], baseUrl: string | undefined): AuthSchemes => {
  const declared = declaredSchemes(document)
  const notes: string[] = []
  const candidates = requirementsByUse(document, operations, Object.keys(declared)).flatMap((requirement) =>
    toCandidates(requirement, declared, baseUrl, notes),
  )
  const chosen = new Map<string, AuthSchemeDefinition>()
  for (const candidate of candidates) {
    const taken = chosen.get(candidate.mode)
    if (!taken) chosen.set(candidate.mode, candidate)
    else if (!joins(taken, candidate)) notes.push(`Security scheme "${candidate.name}" is left out: "${taken.name}" is the ${candidate.mode} scheme of this toolkit`)
  }
  return { schemes: [...chosen.values()], notes: [...new Set(notes)] }
}

const declaredSchemes = ({ root }: OpenApiDocument): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(toJsonObject(toJsonObject(root.components).securitySchemes)).map(([name, scheme]) => [name, toJsonObject(resolveReference(root, scheme).value)]),
  )

/** Every set of schemes that is asked for, by how many operations accept it; then the schemes nobody asks for, each alone. */
const requirementsByUse = (document: OpenApiDocument, operations: Operation[], names: string[]): string[][] => {
  const uses = new Map<string, number>()
  const setsOf = (requirement: SecurityRequirement) => JSON.stringify(Object.keys(requirement).sort())
  for (const operation of operations) {
    for (const requirement of readSecurity(document, operation) ?? []) uses.set(setsOf(requirement), (uses.get(setsOf(requirement)) ?? 0) + 1)
  }
  const asked = [...uses].map(([set, count]) => ({ names: JSON.parse(set) as string[], count }))
  const alone = names.filter((name) => !asked.some((requirement) => requirement.names.includes(name))).map((name) => ({ names: [name], count: 0 }))
  return [...asked, ...alone]
    .filter((requirement) => requirement.names.length > 0)
    .sort((one, other) => other.count - one.count || one.names.length - other.names.length || names.indexOf(one.names[0] ?? '') - names.indexOf(other.names[0] ?? ''))
    .map((requirement) => requirement.names)
}

const toCandidates = (names: string[], declared: Record<string, JsonObject>, baseUrl: string | undefined, notes: string[]): AuthSchemeDefinition[] => {
  const known = names.filter((name) => Object.hasOwn(declared, name))
  for (const name of names) if (!known.includes(name)) notes.push(`Security scheme "${name}" is asked for but not declared`)
  const keys = known.filter((name) => declared[name]?.type === 'apiKey')
  const others = known.filter((name) => !keys.includes(name))
  if (keys.length > 0 && others.length > 0) notes.push(`The schemes ${names.join(' and ')} are needed together; an account holds one of them, so those calls may be refused`)
  return [
    ...(keys.length > 0 ? apiKeyScheme(keys.map((name) => ({ name, scheme: declared[name] as JsonObject })), notes) : []),
    ...others.flatMap((name) => toScheme(name, declared[name] as JsonObject, baseUrl, notes)),
  ]
}

const toScheme = (name: string, scheme: JsonObject, baseUrl: string | undefined, notes: string[]): AuthSchemeDefinition[] => {
  const description = toText(scheme.description)
  const about = { name, ...(description !== '' && { description }), authConfigFields: [] }
  switch (scheme.type) {
    case 'http':
      return httpScheme(String(scheme.scheme).toLowerCase(), about, notes)
    case 'oauth2':
      return oauthSchemes(name, scheme, baseUrl, notes)
    case 'openIdConnect':
      notes.push(`Security scheme "${name}" names its OAuth addresses at ${toText(scheme.openIdConnectUrl) || 'an unknown address'}, which an import does not read; give "auth" to use it`)
      return []
    default:
      notes.push(`Security scheme "${name}" of the type ${JSON.stringify(scheme.type)} can't be carried out`)
      return []
  }
}

type About = Pick<AuthSchemeDefinition, 'name' | 'description' | 'authConfigFields'>

const httpScheme = (scheme: string, about: About, notes: string[]): AuthSchemeDefinition[] => {
  if (scheme === 'basic') {
    const username = credentialField('username', 'Username', 'The name to sign in with', { isSecret: false })
    // Services that take a key as the username want the password empty.
    const password = credentialField('password', 'Password', 'The password; may be empty where the service takes a key as the username', { required: false })
    return [{ ...about, mode: 'BASIC', accountFields: [username, password] }]
  }
  if (scheme === 'bearer') return [{ ...about, mode: 'BEARER_TOKEN', accountFields: [credentialField('token', 'Token', 'The token, without the word "Bearer"')] }]
  notes.push(`Security scheme "${about.name}" is HTTP ${scheme}, which can't be carried out`)
  return []
}

/** Two OAuth schemes with the same addresses differ in scopes only. Two keys in the same place are one. */
const joins = (taken: AuthSchemeDefinition, candidate: AuthSchemeDefinition): boolean => {
  if (taken.oauth && candidate.oauth) {
    if (taken.oauth.tokenUrl !== candidate.oauth.tokenUrl || taken.oauth.authorizationUrl !== candidate.oauth.authorizationUrl) return false
    taken.oauth.scopes = { ...candidate.oauth.scopes, ...taken.oauth.scopes }
    return true
  }
  return JSON.stringify(taken.placements) === JSON.stringify(candidate.placements)
}
