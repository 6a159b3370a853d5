import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import type { ReceivedRequest } from '../start-upstream.ts'
import { application } from './tokens.ts'

type Way = Recipe['auth'][number] | undefined
type Place = { in: string; name: string; prefix: string; value: string }

/**
 * Where the recipe says that a credential goes, and the values that a user enters for it. `isIn`
 * tells whether a request carries it there, and nothing else.
 */
export const credentialOf = (_recipe: Recipe, way: Way, given: Record<string, string>) => {
  const own = ownValues(way, given)
  const values = { ...given, ...own }
  return {
    values: own,
    isIn: (request: ReceivedRequest, token?: string): boolean =>
      placesOf(way, values, token).every((place) => has(request, place)),
  }
}

/** The values of the scheme's own fields, where the recipe says nothing of them. */
const ownValues = (way: Way, given: Record<string, string>): Record<string, string> => {
  const named = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, given[name] ?? `fake-${name}-0123456789`]))
  if (way?.scheme === 'API_KEY')
    return named([
      ...new Set((way.placements ?? [{ field: 'generic_api_key' }]).map(({ field }) => field)),
    ])
  if (way?.scheme === 'BEARER_TOKEN') return named(['token'])
  if (way?.scheme === 'BASIC' && !way.basic) return named(['username', 'password'])
  if (way?.scheme === 'S2S_OAUTH2') return application
  return {}
}

const placesOf = (way: Way, values: Record<string, string>, token: string | undefined): Place[] => {
  if (token !== undefined)
    return (way?.placements ?? [{ in: 'header', name: 'authorization', prefix: 'Bearer ' }]).map(
      ({ in: place, name, prefix = '' }) => ({ in: place, name, prefix, value: token }),
    )
  if (way?.scheme === 'API_KEY')
    return (way.placements ?? [{ field: 'generic_api_key', in: 'header', name: 'x-api-key' }]).map(
      ({ field, in: place, name, ...rest }) => ({
        in: place,
        name,
        prefix: ('prefix' in rest ? rest.prefix : undefined) ?? '',
        value: values[field] ?? '',
      }),
    )
  if (way?.scheme === 'BASIC') {
    const { username, password } = way.basic ?? { username: '{username}', password: '{password}' }
    const fill = (text: string) =>
      text.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => values[name] ?? '')
    const pair = Buffer.from(`${fill(username)}:${fill(password)}`).toString('base64')
    return [{ in: 'header', name: 'authorization', prefix: 'Basic ', value: pair }]
  }
  return [{ in: 'header', name: 'authorization', prefix: 'Bearer ', value: values['token'] ?? '' }]
}

const has = (request: ReceivedRequest, { in: place, name, prefix, value }: Place): boolean => {
  const wanted = prefix + value
  const url = new URL(request.url, 'http://fake.example')
  if (place === 'header') return request.headers[name.toLowerCase()] === wanted
  if (place === 'query') return url.searchParams.get(name) === wanted
  if (place === 'cookie') return String(request.headers.cookie).includes(`${name}=${wanted}`)
  return decodeURIComponent(url.pathname).includes(value)
}
