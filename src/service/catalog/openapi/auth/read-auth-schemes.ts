import {
  readSecurity,
  type AuthSchemeDefinition,
  type SecurityScheme,
} from '../../../auth-schemes/index.ts'
import { toJsonObject, toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import type { Operation } from '../operation/read-operations.ts'
import { readSecurityScheme } from './read-security-scheme.ts'
import { schemesByUse } from './schemes-by-use.ts'
import { quote } from '../../../platform/quote.ts'

export type AuthSchemes = { schemes: AuthSchemeDefinition[]; notes: string[] }

/**
 * The auth schemes that a description declares, at most one of each kind, the most used first.
 *
 * Several API keys that an operation needs together are one scheme with several fields. Of several
 * alternatives of a kind, the one that most operations accept is used; the notes name the others,
 * and the unsupported ones.
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
    if (!known.includes(name))
      notes.push(`Security scheme ${quote(name)} is asked for but not declared`)
  const read = (name: string) => readSecurityScheme(name, declared[name] as JsonObject, baseUrl)
  const [firstKey, ...otherKeys] = known.filter((name) => declared[name]?.type === 'apiKey')
  const others = known.filter((name) => declared[name]?.type !== 'apiKey')
  if (others.length > 1 || (firstKey !== undefined && others.length > 0)) {
    notes.push(
      `The schemes ${names.map((name) => quote(name)).join(' and ')} are needed together; an account holds one of them, so those calls may be refused`,
    )
  }
  return [
    ...(firstKey === undefined
      ? []
      : toDefinition([read(firstKey), ...otherKeys.map(read)], declared, notes)),
    ...others.flatMap((name) => toDefinition([read(name)], declared, notes)),
  ]
}

const toDefinition = (
  schemes: [SecurityScheme, ...SecurityScheme[]],
  declared: DeclaredSchemes,
  notes: string[],
): AuthSchemeDefinition[] => {
  const definition = readSecurity(schemes)
  if (definition && !('problems' in definition)) return [definition]
  const [{ name }] = schemes
  notes.push(...(definition?.problems ?? [unsupported(name, declared[name] ?? {})]))
  return []
}

const unsupported = (name: string, scheme: JsonObject): string => {
  switch (scheme.type) {
    case 'http':
      return `Security scheme ${quote(name)} is HTTP ${toText(scheme.scheme).toLowerCase() || 'authentication of an unnamed scheme'}, which is not supported`
    case 'oauth2':
      return `Security scheme ${quote(name)} has the OAuth flows ${Object.keys(toJsonObject(scheme.flows)).join(', ') || '(none)'}, none of which is safe to use; give "auth" with the authorization code flow`
    case 'openIdConnect':
      return `Security scheme ${quote(name)} names its OAuth addresses at ${toText(scheme.openIdConnectUrl) || 'an unknown address'}, which an import does not read; give "auth" to use it`
    default:
      return `Security scheme ${quote(name)} of the type ${JSON.stringify(scheme.type)} is not supported`
  }
}

/**
 * Two OAuth schemes with the same addresses differ in scopes only. Two keys in the same parameter
 * are one.
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
  `Security scheme ${quote(candidate.name)} is left out: ${quote(taken.name)} is the ${taken.mode} scheme of this toolkit`
