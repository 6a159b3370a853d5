import {
  readSecurity,
  type AuthSchemeDefinition,
  type SecurityScheme,
} from '../../../auth-schemes/index.ts'
import type { ImportWarning } from '../../import-warning.ts'
import { toJsonObject, toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import type { Operation } from '../operation/read-operations.ts'
import type { FoundCredential } from '../secrets/find-credentials.ts'
import { placeOf } from '../secrets/place-of.ts'
import { askedSchemes } from './asked-schemes.ts'
import { readIssuer, type DiscoverIssuer } from './read-issuer.ts'
import { readSecurityScheme } from './read-security-scheme.ts'
import { schemesByUse } from './schemes-by-use.ts'
import { quote } from '../../../platform/quote.ts'

type AuthSchemes = {
  schemes: AuthSchemeDefinition[]
  notes: string[]
  warnings: ImportWarning[]
}

/** Name -> Security Scheme Object, without references. */
type DeclaredSchemes = Record<string, JsonObject>

export const declaredSchemes = ({ root }: OpenApiDocument): DeclaredSchemes => {
  const schemes = Object.entries(toJsonObject(toJsonObject(root.components).securitySchemes))
  return Object.fromEntries(
    schemes.map(([name, scheme]) => [name, toJsonObject(resolveReference(root, scheme).value)]),
  )
}

/** Identifies the parameters that the schemes name, by `placeOf`. */
export const declaredPlaces = (declared: DeclaredSchemes): Set<string> =>
  new Set(
    Object.values(declared).flatMap((scheme) =>
      scheme.type === 'apiKey' ? [placeOf(toText(scheme.in), toText(scheme.name))] : [],
    ),
  )

type Given = {
  document: OpenApiDocument
  operations: Operation[]
  baseUrl: string | undefined
  found: FoundCredential[]
  /** Reads what an OpenID provider publishes; absent where an import may not. */
  discoverIssuer?: DiscoverIssuer | undefined
}

/**
 * The auth schemes that a description declares, at most one of each kind, the most used first.
 *
 * Several API keys that an operation needs together are one scheme with several fields. Of several
 * alternatives of a kind, the one that most operations accept is used; the notes name the others,
 * and the unsupported ones. A scheme that nothing asks for is only used if no other one can be: many
 * descriptions declare their schemes and forget `security`.
 */
export const readAuthSchemes = async (
  declared: DeclaredSchemes,
  { document, operations, baseUrl, found, discoverIssuer }: Given,
): Promise<AuthSchemes> => {
  const result: AuthSchemes = { schemes: [], notes: [], warnings: [] }
  const read = await readAll(declared, baseUrl, discoverIssuer, result)
  const together = requiredTogether(declared, operations, found)
  const asked = askedSchemes(document, operations, declared, found)
  const chosen = new Map<string, AuthSchemeDefinition>()
  let isMet = false
  for (const names of [
    ...(together.length > 1 ? [together] : []),
    ...schemesByUse(document, operations, declared),
  ]) {
    const candidates = toCandidates(names, read, declared, result.notes)
    warnOfCombination(names, candidates, result.warnings)
    const isAsked = names.some((name) => asked.has(name))
    for (const candidate of candidates) {
      const taken = chosen.get(candidate.mode)
      if (!taken && !isAsked && isMet) result.notes.push(unused(candidate))
      else if (!taken || (!isComplete(taken) && isComplete(candidate) && joins(candidate, taken)))
        chosen.set(candidate.mode, candidate)
      else if (!joins(taken, candidate)) result.notes.push(leftOut(candidate, taken))
      isMet ||= isAsked && isComplete(candidate)
    }
  }
  const schemes = [...chosen.values()]
  return {
    schemes,
    notes: [...new Set([...result.notes, ...prefixNotes(schemes)])],
    warnings: [...result.warnings, ...tokenWarnings(schemes)],
  }
}

const readAll = async (
  declared: DeclaredSchemes,
  baseUrl: string | undefined,
  discoverIssuer: DiscoverIssuer | undefined,
  { warnings }: AuthSchemes,
): Promise<Map<string, SecurityScheme>> => {
  const read = new Map<string, SecurityScheme>()
  for (const [name, scheme] of Object.entries(declared)) {
    const plain = readSecurityScheme(name, scheme, baseUrl)
    const issuer =
      plain.type === 'openIdConnect'
        ? await readIssuer(name, scheme, baseUrl, discoverIssuer)
        : undefined
    if (issuer?.warning) warnings.push(issuer.warning)
    read.set(name, issuer?.flow ? { ...plain, flows: { authorizationCode: issuer.flow } } : plain)
  }
  return read
}

/**
 * API keys whose parameters most operations require: some descriptions declare the two halves of a
 * credential as alternatives.
 */
const requiredTogether = (
  declared: DeclaredSchemes,
  operations: Operation[],
  found: FoundCredential[],
): string[] =>
  Object.entries(declared).flatMap(([name, scheme]) => {
    if (scheme.type !== 'apiKey') return []
    const place = placeOf(toText(scheme.in), toText(scheme.name))
    const requiring = new Set(
      found.flatMap((each) =>
        each.isRequired && placeOf(each.place, each.name) === place ? [each.operation] : [],
      ),
    )
    return requiring.size * 2 >= operations.length && requiring.size > 0 ? [name] : []
  })

const toCandidates = (
  names: string[],
  read: ReadonlyMap<string, SecurityScheme>,
  declared: DeclaredSchemes,
  notes: string[],
): AuthSchemeDefinition[] => {
  for (const name of names)
    if (!read.has(name)) notes.push(`Security scheme ${quote(name)} is asked for but not declared`)
  const known = names.flatMap((name) => read.get(name) ?? [])
  const [firstKey, ...otherKeys] = known.filter(({ type }) => type === 'apiKey')
  return [
    ...(firstKey === undefined ? [] : toDefinition([firstKey, ...otherKeys], declared, notes)),
    ...known
      .filter(({ type }) => type !== 'apiKey')
      .flatMap((scheme) => toDefinition([scheme], declared, notes)),
  ]
}

const toDefinition = (
  schemes: [SecurityScheme, ...SecurityScheme[]],
  declared: DeclaredSchemes,
  notes: string[],
): AuthSchemeDefinition[] => {
  const definition = readSecurity(schemes)
  const [{ name }] = schemes
  if (definition && !('problems' in definition)) {
    if (definition.mode === 'BEARER_TOKEN' && declared[name]?.type === 'oauth2')
      notes.push(
        `Security scheme ${quote(name)} gives tokens for a user's password, which is not asked for: accounts hold a token`,
      )
    return [definition]
  }
  notes.push(...(definition?.problems ?? [unsupported(name, declared[name] ?? {})]))
  return []
}

const unsupported = (name: string, scheme: JsonObject): string => {
  switch (scheme.type) {
    case 'http':
      return `Security scheme ${quote(name)} is HTTP ${toText(scheme.scheme).toLowerCase() || 'authentication of an unnamed scheme'}, which is not supported`
    case 'oauth2':
      return `Security scheme ${quote(name)} has the OAuth flows ${Object.keys(toJsonObject(scheme.flows)).join(', ') || '(none)'}, none of which can be used; give "auth" with the authorization code flow`
    case 'openIdConnect':
      return `Security scheme ${quote(name)} names its OAuth addresses at ${toText(scheme.openIdConnectUrl) || 'an unknown address'}, which is not that of an OpenID provider; give "auth" to use it`
    default:
      return `Security scheme ${quote(name)} of the type ${JSON.stringify(scheme.type)} is not supported`
  }
}

/** Those that differ in flow or scopes alone are one. */
const warnOfCombination = (
  names: string[],
  [first, ...others]: AuthSchemeDefinition[],
  warnings: ImportWarning[],
): void => {
  if (!first || others.every((other) => joins(first, other))) return
  warnings.push({
    code: 'combined_security',
    message: `The schemes ${names.map((name) => quote(name)).join(' and ')} are needed together; an account holds one of them, so calls that need both may be refused`,
    fix: 'Import again with `auth`: API_KEY with one of `placements` for each key that the API wants',
  })
}

/**
 * Two OAuth schemes of one provider differ in flow and scopes only. Two keys in the same parameter
 * are one.
 */
const joins = (taken: AuthSchemeDefinition, candidate: AuthSchemeDefinition): boolean => {
  if (taken.mode !== candidate.mode) return false
  if (!taken.oauth || !candidate.oauth)
    return JSON.stringify(taken.placements) === JSON.stringify(candidate.placements)
  const isSame = (address: 'tokenUrl' | 'authorizationUrl') =>
    taken.oauth?.[address] === candidate.oauth?.[address] ||
    candidate.oauth?.[address] === undefined ||
    taken.oauth?.[address] === undefined
  if (!isSame('tokenUrl') || !isSame('authorizationUrl')) return false
  taken.oauth.scopes = { ...candidate.oauth.scopes, ...taken.oauth.scopes }
  return true
}

const isComplete = ({ mode, oauth }: AuthSchemeDefinition): boolean =>
  mode !== 'OAUTH2' || oauth?.tokenUrl !== undefined || oauth?.issuer !== undefined

const leftOut = (candidate: AuthSchemeDefinition, taken: AuthSchemeDefinition): string =>
  `Security scheme ${quote(candidate.name)} is left out: ${quote(taken.name)} is the ${taken.mode} scheme of this toolkit`

const unused = ({ name }: AuthSchemeDefinition): string =>
  `Security scheme ${quote(name)} is left out: neither the description nor an operation asks for it; give "auth" to use it`

const prefixNotes = (schemes: AuthSchemeDefinition[]): string[] =>
  schemes.flatMap(({ name, placements = [] }) =>
    placements.flatMap((placement) =>
      placement.prefix === undefined
        ? []
        : [
            `Security scheme ${quote(name)}: ${quote(placement.prefix)} is sent before the key, as the description says`,
          ],
    ),
  )

const tokenWarnings = (schemes: AuthSchemeDefinition[]): ImportWarning[] =>
  schemes
    .filter((scheme) => !isComplete(scheme))
    .map(({ name }) => ({
      code: 'missing_token_url',
      message: `Security scheme ${quote(name)} has no address where tokens are given, so no user can sign in`,
      fix: 'Import again with `auth`: OAUTH2 with oauth.authorization_url and oauth.token_url, or with oauth.issuer',
    }))
