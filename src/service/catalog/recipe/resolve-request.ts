import type { Recipe } from '../../../contract/recipe/recipe.ts'
import type { TextParser } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { ImportBody, ImportRequest, Shipped, ShippedImport } from '../import-request.ts'
import { toSlugPrefix } from '../possible-owners.ts'
import { readRecipe } from './read-recipe.ts'
import { withPositions } from './with-positions.ts'

type Source = NonNullable<ImportRequest['source']>

/**
 * The import that is requested, with its recipe read: slug and source may be those of the recipe.
 * Throws a `ServiceError` for a recipe that is not valid, or for what is in neither.
 */
export const resolveRequest = (
  texts: Pick<TextParser, 'parseDocument' | 'locate'>,
  body: ImportBody,
): Promise<ImportRequest> =>
  withPositions(texts, body.recipe, async () => {
    const { recipe: given, ...options } = body
    if (given !== undefined) return withRecipe(await readRecipe(texts, given), options)
    const { slug, source } = options
    // The contract lets no such request through.
    if (slug === undefined || source === undefined) throw new Error('An import without a source')
    return { ...options, slug, source }
  })

/** The import of a toolkit with a recipe of this service, which is valid. */
export const resolveShipped = (
  { recipe, hash, reading }: Shipped,
  { body, preview, onlyIf }: ShippedImport,
): ImportRequest => ({
  ...withRecipe(recipe, body),
  ...(preview && { preview }),
  ...(onlyIf !== undefined && { onlyIf }),
  shippedRecipe: hash,
  // What a request gives itself is nobody else's.
  ...(body.source === undefined && { official: reading }),
})

const withRecipe = (
  recipe: Recipe,
  { slug, source, ...options }: Omit<ImportBody, 'recipe'>,
): ImportRequest => {
  const named = slug ?? recipe.slug
  const from = source ?? sourceOf(recipe)
  rejectOther(recipe, from)
  return {
    ...options,
    slug: named,
    ...(from && { source: from }),
    ...(source === undefined && isHttp(recipe) && { more: recipe.description.urls.slice(1) }),
    recipe: named === recipe.slug ? recipe : renamed(recipe, named),
  }
}

const isHttp = ({ description: { kind } }: Recipe): boolean =>
  kind === 'openapi' || kind === 'discovery'

/** Where the recipe says that the description is; undefined where it needs none. */
const sourceOf = ({ description, requests }: Recipe): Source | undefined => {
  const { kind, urls, base_url: baseUrl } = description
  const [url] = urls
  if (kind === 'none') return undefined
  if (kind === 'graphql' && baseUrl !== undefined)
    return { graphql: { url: baseUrl, ...(url !== undefined && { schema: url }) } }
  if (url === undefined)
    throw new ServiceError('invalid_request', 'The recipe names no address of the description', {
      suggestedFix: 'Give `source`, or description.urls in the recipe',
      errors: ['recipe.description.urls: must name an address, as the request has no `source`'],
    })
  return kind === 'mcp' ? { mcp: { url, headers: requests.headers } } : { openapi: url }
}

/** A recipe is written for one kind of source. */
const rejectOther = ({ description: { kind } }: Recipe, source: Source | undefined): void => {
  if (source === undefined) return
  const given = 'mcp' in source ? 'mcp' : 'graphql' in source ? 'graphql' : 'openapi'
  if (given === (kind === 'mcp' || kind === 'graphql' ? kind : 'openapi')) return
  throw new ServiceError(
    'invalid_request',
    `The recipe is written for another kind of source than the request names (${given})`,
    {
      suggestedFix: 'Leave out `source`, or give one of the kind that the recipe names',
      errors: [`body.source: must fit description.kind of the recipe, ${kind}`],
    },
  )
}

/** The recipe for another slug: the slugs of its tools and triggers begin with it. */
const renamed = (recipe: Recipe, slug: string): Recipe => {
  const [before, after] = [`${toSlugPrefix(recipe.slug)}_`, `${toSlugPrefix(slug)}_`]
  const rename = (text: string): string =>
    text.startsWith(before) ? `${after}${text.slice(before.length)}`.slice(0, 64) : text
  return {
    ...recipe,
    slug,
    tools: recipe.tools.map((tool) => ({
      ...tool,
      ...(tool.slug !== undefined && { slug: rename(tool.slug) }),
    })),
    triggers: recipe.triggers.map((trigger) => ({ ...trigger, slug: rename(trigger.slug) })),
    auth: recipe.auth.map((way) => ({
      ...way,
      scope_sets: way.scope_sets.map((set) => ({ ...set, tools: set.tools.map(rename) })),
    })),
  }
}
