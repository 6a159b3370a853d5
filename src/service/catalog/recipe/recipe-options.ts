import type { RecipeAuth } from '../../../contract/recipe/auth.ts'
import type { Recipe } from '../../../contract/recipe/recipe.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import type { HttpRequestTemplate } from '../definitions.ts'
import { toAuthSchemes } from '../import-auth.ts'
import type { ImportRequest } from '../import-request.ts'

type Server = HttpRequestTemplate['server']

type AuthOfRecipe = Pick<Recipe, 'auth' | 'description'>

/** The auth schemes that a recipe fixes; undefined: those of the description. */
export const schemesOf = (recipe: AuthOfRecipe): AuthSchemeDefinition[] | undefined =>
  recipe.auth.length === 0
    ? undefined
    : recipe.auth.flatMap((way, index) =>
        toAuthSchemes(
          way === discoveredWay(recipe) ? atServer(way, recipe) : way,
          `recipe.auth.${index}`,
        ),
      )

/**
 * The way of signing in whose addresses an MCP server says itself: DCR_OAUTH of which the recipe
 * names none.
 */
const discoveredWay = ({ auth, description }: AuthOfRecipe): RecipeAuth | undefined =>
  description.kind === 'mcp'
    ? auth.find(
        ({ scheme, oauth = {} }) =>
          scheme === 'DCR_OAUTH' &&
          oauth.issuer === undefined &&
          oauth.registration_url === undefined &&
          oauth.authorization_url === undefined &&
          oauth.token_url === undefined,
      )
    : undefined

/** Until the server has said its authorization server, that is the server itself. */
const atServer = (way: RecipeAuth, { description }: AuthOfRecipe): RecipeAuth => {
  const server = URL.parse(description.urls[0] ?? '')
  return { ...way, oauth: { ...way.oauth, issuer: server?.origin ?? 'https://unknown.invalid' } }
}

/** Whether the MCP server of an import is asked how its users sign in. */
export const asksServerForAuth = ({ auth, recipe }: ImportRequest): boolean =>
  auth === undefined &&
  (recipe === undefined || recipe.auth.length === 0 || discoveredWay(recipe) !== undefined)

/** The auth schemes that an import fixes: the request's own before those of its recipe. */
export const authOf = ({ auth, recipe }: ImportRequest): AuthSchemeDefinition[] | undefined => {
  if (auth) return toAuthSchemes(auth)
  return recipe && schemesOf(recipe)
}

/** The operations that need an account; undefined: all, or what the description says. */
export const authAppliesTo = ({ auth, recipe }: ImportRequest): string[] | undefined => {
  if (auth) return auth.applies_to
  const ways = recipe?.auth ?? []
  const patterns = ways.flatMap(({ applies_to: appliesTo }) => (appliesTo ? [appliesTo] : []))
  return ways.length > 0 && patterns.length === ways.length
    ? [...new Set(patterns.flat())]
    : undefined
}

/** What an import takes of the description. */
export const selectionOf = ({ include, exclude, recipe }: ImportRequest) => {
  const included = include ?? recipe?.description.include
  const excluded = [...(exclude ?? recipe?.description.exclude ?? []), ...(recipe?.hidden ?? [])]
  return {
    ...(included !== undefined && { include: included }),
    ...(excluded.length > 0 && { exclude: excluded }),
  }
}

/** Where the API is, if the import fixes that: an address, or one that accounts complete. */
export const serverOf = (request: ImportRequest): { baseUrl?: string; server?: Server } => {
  if (request.base_url !== undefined) return { baseUrl: request.base_url }
  const url = request.recipe?.description.base_url?.replace(/\/+$/, '')
  if (url === undefined) return {}
  return url.includes('{') ? { server: withDefaults(url, authOf(request) ?? []) } : { baseUrl: url }
}

const withDefaults = (url: string, schemes: AuthSchemeDefinition[]): Server => {
  const variables = [...url.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = '']) => {
    const field = schemes
      .flatMap(({ accountFields }) => accountFields)
      .find((each) => each.name === name && each.default !== null)
    if (typeof field?.default !== 'string') return []
    return [[name, { default: field.default, ...(field.oneOf && { enum: field.oneOf }) }] as const]
  })
  return { url, ...(variables.length > 0 && { variables: Object.fromEntries(variables) }) }
}

/** The name of the toolkit, where the import says it. */
export const nameOf = ({ name, recipe }: ImportRequest): string | undefined => name ?? recipe?.name

/** The slugs that a recipe gives operations, by operation id or `METHOD /path`. */
export const slugsOf = ({ recipe }: ImportRequest): Map<string, string> =>
  new Map(
    (recipe?.tools ?? []).flatMap(({ operation, slug }) =>
      operation === undefined || slug === undefined ? [] : [[operation, slug] as const],
    ),
  )
