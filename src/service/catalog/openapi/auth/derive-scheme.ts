import {
  findScheme,
  type AuthSchemeDefinition,
  type CredentialPlacement,
} from '../../../auth-schemes/index.ts'
import { wordsOfName } from '../slugs/words.ts'
import type { FoundCredential } from '../secrets/find-credentials.ts'
import { readPrefix } from './read-prefix.ts'

/**
 * The auth scheme that the parameters of a description amount to where it declares none: an
 * `Authorization` header, keys that most of its operations require, or one in the server's address.
 */
export const deriveScheme = (
  found: FoundCredential[],
  keysInAddress: string[],
): AuthSchemeDefinition | undefined => {
  if (keysInAddress.length > 0)
    return define(
      'API_KEY',
      keysInAddress.map((name) => ({ field: name, in: 'path', name })),
    )
  const groups = groupByName(found)
  const most = groups[0]
  if (!most) return undefined
  const common = groups.filter(({ parameters }) =>
    isHalf(parameters.length, most.parameters.length),
  )
  const header = common.find(({ name }) => name === 'authorization')
  if (header) return fromHeader(header.parameters)
  const needed = common.filter(({ parameters }) =>
    isHalf(parameters.filter(({ isRequired }) => isRequired).length, parameters.length),
  )
  return fromKeys(needed.length > 0 ? needed : [most])
}

type Group = { name: string; parameters: [FoundCredential, ...FoundCredential[]] }

/** The most used first. */
const groupByName = (found: FoundCredential[]): Group[] =>
  [...Map.groupBy(found, ({ name }) => name.toLowerCase())]
    .flatMap(([name, [first, ...others]]): Group[] =>
      first ? [{ name, parameters: [first, ...others] }] : [],
    )
    .toSorted((one, other) => other.parameters.length - one.parameters.length)

const isHalf = (part: number, whole: number): boolean => part * 2 >= whole

const fromHeader = (parameters: FoundCredential[]): AuthSchemeDefinition | undefined => {
  const texts = [...new Set(parameters.flatMap(({ description, sample }) => [description, sample]))]
    .slice(0, 20)
    .map((text) => `${text}`)
  const said = texts.join('\n')
  if (/\bbasic\b/i.test(said) && !/\bbearer\b/i.test(said)) return define('BASIC')
  const prefix = readPrefix([...texts, ...texts.map((text) => `"${text}"`)], '')
  if (prefix === 'Bearer ' || (prefix === undefined && /\bbearer\b/i.test(said)))
    return define('BEARER_TOKEN')
  return define('API_KEY', [
    {
      field: 'generic_api_key',
      in: 'header',
      name: 'Authorization',
      ...(prefix !== undefined && { prefix }),
    },
  ])
}

/** More are never asked of a user. */
const keysAtMost = 4

const fromKeys = (groups: Group[]): AuthSchemeDefinition | undefined =>
  define(
    'API_KEY',
    groups.slice(0, keysAtMost).flatMap(({ parameters: [{ name }, ...others] }, index) => {
      const places = new Set([groups[index]?.parameters[0], ...others].map((each) => each?.place))
      return known.flatMap((place): CredentialPlacement[] =>
        places.has(place)
          ? [{ field: index === 0 ? 'generic_api_key' : toField(name), in: place, name }]
          : [],
      )
    }),
  )

const known = ['header', 'query', 'cookie', 'body'] as const

const toField = (name: string): string => wordsOfName(name).join('_') || 'api_key'

const define = (
  mode: 'API_KEY' | 'BASIC' | 'BEARER_TOKEN',
  placements?: CredentialPlacement[],
): AuthSchemeDefinition | undefined => {
  const scheme = findScheme(mode)
  return (
    scheme && { mode, name: mode.toLowerCase(), ...scheme.define(placements ? { placements } : {}) }
  )
}
