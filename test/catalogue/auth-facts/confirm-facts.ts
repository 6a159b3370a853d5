import { isDeepStrictEqual } from 'node:util'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import type { CollectedAuth } from './collected-facts.ts'
import { isDescribed, type DescribedAuth } from './described-auth.ts'
import { factsOfRecipe, isDefault, type AuthFact } from './facts-of-recipe.ts'

type Opinion = 'confirms' | 'disagrees' | undefined

/** A fact of a recipe, and what each source says of it. */
export type ConfirmedFact = {
  path: string
  value: unknown
  description: Opinion
  collected: Opinion
  isUnverified: boolean
}

type Sources = { described: DescribedAuth | undefined; collected: CollectedAuth | undefined }

/** Holds each fact of a recipe about authentication against what others say of it. */
export const confirmFacts = (recipe: Recipe, sources: Sources): ConfirmedFact[] =>
  factsOfRecipe(recipe)
    .map((fact) => ({
      path: fact.path,
      value: 'value' in fact ? fact.value : fact.way[fact.kind],
      description: sources.described && opinionOfDescription(fact, sources.described),
      collected: sources.collected && opinionOfCollection(fact, sources.collected),
      isUnverified: isListed(recipe.unverified, fact.path),
      isDefault: isDefault(fact),
    }))
    // What nobody says anything of is no fact.
    .filter((fact) => !fact.isDefault || fact.description || fact.collected)

/** A fact needs to be listed where no source confirms it, and where one says something else. */
export const needsListing = ({ description, collected }: ConfirmedFact): boolean => {
  const opinions = new Set([description, collected])
  return opinions.has('disagrees') || !opinions.has('confirms')
}

/**
 * Whether a recipe lists a fact as unverified. What comes before ":" or "(" names facts, separated
 * by commas; the first by its path, the others by a path or by a name beside it.
 */
const isListed = (unverified: string[], path: string): boolean =>
  unverified.some((text) => {
    const [head = ''] = text.split(/:\s|\s\(/)
    let parent = ''
    return head.split(/,\s*|\s+and\s+/).some((name) => {
      const full = name.startsWith('auth.') ? name : `${parent}.${name}`
      if (name.startsWith('auth.')) parent = name.slice(0, name.lastIndexOf('.'))
      return path === full || path.startsWith(`${full}.`)
    })
  })

const opinion = (confirms: boolean): Opinion => (confirms ? 'confirms' : 'disagrees')

const opinionOfDescription = (fact: AuthFact, described: DescribedAuth): Opinion => {
  const { scheme } = fact.way
  const flows =
    scheme === 'OAUTH2' ? described.codes : scheme === 'S2S_OAUTH2' ? described.machines : []
  switch (fact.kind) {
    case 'scheme':
      return isDescribed(fact.way, described) ? 'confirms' : undefined
    case 'placements':
      return scheme === 'API_KEY' && described.keys.length > 0
        ? opinion(fact.way.placements?.every((place) => isKeyOf(described, place)) === true)
        : undefined
    case 'authorization_url':
      return sameAddress(
        fact,
        flows.map((flow) => flow.authorizationUrl),
      )
    case 'token_url':
      return sameAddress(
        fact,
        flows.map((flow) => flow.tokenUrl),
      )
    case 'refresh_url':
      return sameAddress(
        fact,
        flows.map((flow) => flow.refreshUrl),
      )
    case 'default_scopes': {
      const known = new Set(flows.flatMap(({ scopes }) => Object.keys(scopes)))
      const asked = Array.isArray(fact.value) ? fact.value.map(String) : []
      // Which tokens are renewable is asked for in the same place, but is no scope of the API.
      const ofApi = asked.filter(
        (each) => !/^(?:openid|profile|email|offline_access|offline\.access)$/.test(each),
      )
      return known.size === 0 ? undefined : opinion(ofApi.every((each) => known.has(each)))
    }
    default:
      return undefined
  }
}

const isKeyOf = ({ keys }: DescribedAuth, place: { in: string; name: string }): boolean =>
  keys.some((key) => key.in === place.in && key.name.toLowerCase() === place.name.toLowerCase())

const opinionOfCollection = (fact: AuthFact, collected: CollectedAuth): Opinion => {
  const { scheme } = fact.way
  if (!('value' in fact))
    return fact.kind === 'scheme'
      ? opinionOfMode(fact.way, collected)
      : opinionOfHeader(fact.way, collected)
  // Google's service accounts get their tokens where its users do.
  const isToken = fact.kind === 'token_url' && scheme === 'GOOGLE_SERVICE_ACCOUNT'
  if (collected.mode !== scheme && !isToken) return undefined
  const value: unknown = fact.value
  switch (fact.kind) {
    case 'authorization_url':
      return sameAddress(fact, [collected.authorize_url])
    case 'token_url':
      return sameAddress(fact, [collected.token_url])
    case 'refresh_url':
      return sameAddress(fact, [collected.refresh_url])
    case 'revocation_url':
      return sameAddress(fact, [collected.revoke_url])
    case 'authorization_parameters':
    case 'token_parameters':
    case 'refresh_parameters':
      return sameParameters(value, collected[fact.kind])
    case 'scope_separator':
    case 'client_authentication':
    case 'token_body_format':
    case 'pkce':
      return collected[fact.kind] === undefined
        ? undefined
        : opinion(collected[fact.kind] === value)
    case 'default_scopes':
      return collected.default_scopes && Array.isArray(value)
        ? opinion(collected.default_scopes.every((each) => value.includes(each)))
        : undefined
    default:
      return undefined
  }
}

const opinionOfMode = ({ scheme }: AuthFact['way'], { mode, ...rest }: CollectedAuth): Opinion => {
  if (mode === scheme) return 'confirms'
  const [name, value] = headerOf(rest) ?? []
  if (name === undefined) return undefined
  const isBearer = name === 'authorization' && String(value).startsWith('Bearer ')
  return scheme === (isBearer ? 'BEARER_TOKEN' : 'API_KEY') ? 'confirms' : undefined
}

const opinionOfHeader = (
  { scheme, placements = [] }: AuthFact['way'],
  collected: CollectedAuth,
): Opinion => {
  const [name, value] = headerOf(collected) ?? []
  if (name === undefined || scheme !== 'API_KEY') return undefined
  const [prefix] = String(value).split('${')
  return opinion(
    placements.some(
      (place) =>
        place.in === 'header' &&
        place.name.toLowerCase() === name.toLowerCase() &&
        (place.prefix ?? '') === prefix,
    ),
  )
}

const headerOf = ({ api_key_header: headers }: CollectedAuth) =>
  Object.entries(headers ?? {}).find(([, value]) => String(value).includes('${'))

type Valued = Extract<AuthFact, { value: unknown }>

const sameAddress = ({ value, way }: Valued, others: (string | undefined)[]): Opinion => {
  const known = others.flatMap((each) => each?.split(' || ') ?? [])
  const own = [String(value), withUsualValues(String(value), way)].map(plainAddress)
  return known.length === 0
    ? undefined
    : opinion(
        known
          .map(plainAddress)
          .some((each) => each !== '' && own.some((address) => address.endsWith(each))),
      )
}

/** The address of most accounts, where fields of the account are a part of it. */
const withUsualValues = (address: string, { fields = [] }: AuthFact['way']): string =>
  address.replaceAll(/\{([^{}]+)\}/g, (variable, name: string) => {
    const field = fields.find((each) => each.name === name)
    return field?.default ?? field?.one_of?.[0] ?? variable
  })

/** Host and path, or what there is of them; variables have other names elsewhere. */
const plainAddress = (address: string): string =>
  address
    .replaceAll(/\$?\{[^{}]*\}/g, '{}')
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .toLowerCase()

/** Those that OAuth itself names are sent by every client. */
const standard = new Set(['response_type', 'grant_type'])

const sameParameters = (value: unknown, others: Record<string, unknown> | undefined): Opinion => {
  const own = plainParameters(value)
  const known = plainParameters(others)
  return others && opinion(isDeepStrictEqual(own, known))
}

const plainParameters = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value ?? {})
      .filter(([name]) => !standard.has(name))
      .map(([name, each]) => [name, String(each)]),
  )
