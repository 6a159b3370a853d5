import type { Recipe } from '../../../src/contract/recipe/recipe.ts'

type Way = Recipe['auth'][number]
type OAuth = NonNullable<Way['oauth']>

/** A fact of a recipe about authentication, by its path in the recipe. */
export type AuthFact =
  | { path: string; way: Way; kind: 'scheme' | 'placements' }
  | { path: string; way: Way; kind: keyof typeof oauthFacts; value: unknown }

/** Facts of OAuth that a second source can confirm, and what holds where a recipe says nothing. */
const oauthFacts = {
  authorization_url: undefined,
  token_url: undefined,
  refresh_url: undefined,
  revocation_url: undefined,
  request_token_url: undefined,
  scope_separator: ' ',
  user_scope_parameter: undefined,
  client_authentication: 'basic',
  token_body_format: 'form',
  pkce: true,
  refresh_tokens: undefined,
  token_lifetime_seconds: undefined,
  default_scopes: undefined,
  authorization_parameters: {},
  token_parameters: {},
  refresh_parameters: undefined,
} satisfies Partial<Record<keyof OAuth, unknown>>

export const factsOfRecipe = ({ auth }: Recipe): AuthFact[] =>
  auth.flatMap((way, index) => [
    { path: `auth.${index}.scheme`, way, kind: 'scheme' as const },
    ...(way.placements === undefined
      ? []
      : [{ path: `auth.${index}.placements`, way, kind: 'placements' as const }]),
    ...(way.oauth === undefined ? [] : oauthFactsOf(way, way.oauth, `auth.${index}.oauth`)),
  ])

const oauthFactsOf = (way: Way, oauth: OAuth, path: string): AuthFact[] =>
  kinds.flatMap((kind) => {
    const value = oauth[kind] ?? (way.scheme === 'OAUTH2' ? oauthFacts[kind] : undefined)
    return value === undefined ? [] : [{ path: `${path}.${kind}`, way, kind, value }]
  })

const kinds = Object.keys(oauthFacts) as (keyof typeof oauthFacts)[]

/** Whether a fact is only what holds for want of another statement. */
export const isDefault = (fact: AuthFact): boolean =>
  'value' in fact && fact.way.oauth?.[fact.kind] === undefined
