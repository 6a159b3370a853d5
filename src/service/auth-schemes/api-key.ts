import type { AuthSchemeDefinition, CredentialPlacement } from './definition.ts'
import {
  headerProblem,
  textOf,
  type AccountValues,
  type OutgoingRequest,
  type Scheme,
} from './scheme.ts'

export const apiKey: Scheme = {
  check: (definition, values) =>
    placementsOf(definition).flatMap((placement) => {
      const value = valueOf(values, placement)
      if (value === undefined) return [`${placement.field} is required`]
      return placement.in === 'query' ? [] : headerProblem(placement.field, value)
    }),
  apply: (definition, values, request) =>
    placementsOf(definition).reduce(
      (placed, placement) => place(placed, placement, valueOf(values, placement)),
      request,
    ),
}

const standard: CredentialPlacement[] = [
  { field: 'generic_api_key', in: 'header', name: 'X-API-Key' },
]

const placementsOf = (definition: AuthSchemeDefinition): CredentialPlacement[] =>
  definition.placements ?? standard

/** A single key may come under either of its usual names (rule 8.2). */
const valueOf = (values: AccountValues, { field }: CredentialPlacement): string | undefined =>
  ['generic_api_key', 'api_key'].includes(field)
    ? textOf(values, field, 'generic_api_key', 'api_key')
    : textOf(values, field)

const place = (
  request: OutgoingRequest,
  placement: CredentialPlacement,
  value: string | undefined,
): OutgoingRequest => {
  if (value === undefined) return request
  const text = (placement.prefix ?? '') + value
  switch (placement.in) {
    case 'header':
      return { ...request, headers: { ...request.headers, [placement.name.toLowerCase()]: text } }
    case 'cookie': {
      const cookie = `${placement.name}=${encodeURIComponent(text)}`
      return {
        ...request,
        headers: {
          ...request.headers,
          cookie: request.headers['cookie'] ? `${request.headers['cookie']}; ${cookie}` : cookie,
        },
      }
    }
    case 'query': {
      const url = new URL(request.url)
      // The parameter is the credential's alone: an argument of the same name must not stand beside
      // it.
      if (url.searchParams.has(placement.name)) url.searchParams.delete(placement.name)
      const separator = url.search === '' ? '?' : '&'
      return {
        ...request,
        url: `${url.href.replace(/#.*$/, '')}${separator}${encodeURIComponent(placement.name)}=${encodeURIComponent(text)}`,
      }
    }
    default:
      return placement.in satisfies never
  }
}
