import type { AuthSchemeDefinition } from '../../../auth-schemes/index.ts'
import { toJsonObject, toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import type { Operation } from '../operation/read-operations.ts'
import { apiKeyScheme } from './api-key-scheme.ts'
import { httpScheme } from './http-scheme.ts'
import { oauthSchemes } from './oauth-schemes.ts'
import { schemesByUse } from './schemes-by-use.ts'

export type AuthSchemes = { schemes: AuthSchemeDefinition[]; notes: string[] }

/**
 * The ways of authenticating that a description names, at most one of each kind, the most used
 * first.
 *
 * Several API keys that an operation needs together are one scheme with several fields. Of several
 * alternatives of a kind the one that most operations accept is taken; the notes name the others,
 * and those that can't be carried out.
 */
export const readAuthSchemes = (
  document: OpenApiDocument,
  operations: Operation[],
  baseUrl: string | undefined,
): AuthSchemes => {
  const declared = declaredSchemes(document)
  const notes: string[] = []
  const chosen = new Map<string, AuthSchemeDefinition>()
  for (const names of schemesByUse(document, operations, Object.keys(declared))) {
    for (const candidate of toCandidates(names, declared, baseUrl, notes)) {
      const taken = chosen.get(candidate.mode)
      if (!taken) chosen.set(candidate.mode, candidate)
      else if (!joins(taken, candidate)) notes.push(leftOut(candidate, taken))
    }
  }
  return { schemes: [...chosen.values()], notes: [...new Set(notes)] }
}

type DeclaredSchemes = Record<string, JsonObject>

const declaredSchemes = ({ root }: OpenApiDocument): DeclaredSchemes => {
  const schemes = Object.entries(toJsonObject(toJsonObject(root.components).securitySchemes))
  return Object.fromEntries(
    schemes.map(([name, scheme]) => [name, toJsonObject(resolveReference(root, scheme).value)]),
  )
}

const toCandidates = (
  names: string[],
  declared: DeclaredSchemes,
  baseUrl: string | undefined,
  notes: string[],
): AuthSchemeDefinition[] => {
  const known = names.filter((name) => Object.hasOwn(declared, name))
  for (const name of names)
    if (!known.includes(name)) notes.push(`Security scheme "${name}" is asked for but not declared`)
  const keys = known.filter((name) => declared[name]?.type === 'apiKey')
  const others = known.filter((name) => !keys.includes(name))
  if (others.length > 1 || (keys.length > 0 && others.length > 0)) {
    notes.push(
      `The schemes ${names.join(' and ')} are needed together; an account holds one of them, so those calls may be refused`,
    )
  }
  return [
    ...(keys.length > 0
      ? apiKeyScheme(
          keys.map((name) => ({ name, scheme: declared[name] as JsonObject })),
          notes,
        )
      : []),
    ...others.flatMap((name) => toScheme(name, declared[name] as JsonObject, baseUrl, notes)),
  ]
}

const toScheme = (
  name: string,
  scheme: JsonObject,
  baseUrl: string | undefined,
  notes: string[],
): AuthSchemeDefinition[] => {
  if (scheme.type === 'http') return httpScheme(name, scheme, notes)
  if (scheme.type === 'oauth2') return oauthSchemes(name, scheme, baseUrl, notes)
  const address = toText(scheme.openIdConnectUrl) || 'an unknown address'
  notes.push(
    scheme.type === 'openIdConnect'
      ? `Security scheme "${name}" names its OAuth addresses at ${address}, which an import does not read; give "auth" to use it`
      : `Security scheme "${name}" of the type ${JSON.stringify(scheme.type)} can't be carried out`,
  )
  return []
}

/**
 * Two OAuth schemes with the same addresses differ in scopes only. Two keys in the same place are
 * one.
 */
const joins = (taken: AuthSchemeDefinition, candidate: AuthSchemeDefinition): boolean => {
  if (taken.oauth && candidate.oauth) {
    const isSame = (address: 'tokenUrl' | 'authorizationUrl') =>
      taken.oauth?.[address] === candidate.oauth?.[address]
    if (!isSame('tokenUrl') || !isSame('authorizationUrl')) return false
    taken.oauth.scopes = { ...candidate.oauth.scopes, ...taken.oauth.scopes }
    return true
  }
  return JSON.stringify(taken.placements) === JSON.stringify(candidate.placements)
}

const leftOut = (candidate: AuthSchemeDefinition, taken: AuthSchemeDefinition): string =>
  `Security scheme "${candidate.name}" is left out: "${taken.name}" is the ${taken.mode} scheme of this toolkit`
