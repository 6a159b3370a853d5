import type { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import type { importSource } from '../../contract/import-source.ts'
import { findSimilarKey } from '../../contract/find-similar-key.ts'
import type { Catalog, StartShipped, Toolkit } from '../catalog/index.ts'
import type { Recipe } from '../../contract/recipe/recipe.ts'
import type { Project } from '../endpoint/index.ts'
import { listSome } from '../platform/list-some.ts'
import { ServiceError } from '../service-error.ts'
import type { ShippedRecipe } from './recipe-folder.ts'

type Request = z.output<typeof contract.toolkits.add.body>

export type AddParts = {
  catalog: Pick<Catalog, 'listToolkits'>
  startShipped: StartShipped
}

/**
 * Starts an import of each toolkit with its recipe, of all or of none. Throws a `ServiceError` where a
 * name is unknown, a toolkit of that name is the project's own, or too many imports wait.
 */
export const addToolkits = async (
  { catalog, startShipped }: AddParts,
  recipes: ReadonlyMap<string, ShippedRecipe>,
  project: Project,
  request: Request,
): Promise<{ slug: string; id: string }[]> => {
  const { toolkits, replace, refresh, preview, only_if: onlyIf = {}, description, files } = request
  const acceptHostChange = request.accept_host_change
  const slugs = [...new Set(toolkits)]
  const unknown = slugs.filter((slug) => !recipes.has(slug))
  if (unknown.length > 0) throw notAvailable(unknown, recipes)
  const present = await catalog.listToolkits(project)
  if (!replace) rejectOwn(present, slugs)
  if (preview) rejectMissing(present, slugs)
  const all = slugs
    .flatMap((slug) => recipes.get(slug) ?? [])
    .map((shipped) => {
      const source =
        description === undefined ? undefined : toSource(shipped.recipe, description, files)
      return {
        shipped: { ...shipped, reading: refresh ? ('revalidated' as const) : ('cached' as const) },
        options: {
          body: {
            ...(source && { source }),
            ...(acceptHostChange !== undefined && { accept_host_change: acceptHostChange }),
          },
          preview,
          onlyIf: onlyIf[shipped.recipe.slug],
        },
      }
    })
  const ids = await startShipped(project, all)
  return all.flatMap(({ shipped: { recipe } }, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ slug: recipe.slug, id }]
  })
}

/** What is given in place of the address of a recipe, as the kind of source that it is for. */
const toSource = (
  { slug, description: { kind, base_url: baseUrl } }: Recipe,
  description: NonNullable<Request['description']>,
  files: Request['files'],
): z.output<typeof importSource> => {
  if (kind === 'openapi' || kind === 'discovery')
    return { openapi: description, ...(files && { files }) }
  if (kind === 'graphql' && baseUrl !== undefined && typeof description === 'string')
    return { graphql: { url: baseUrl, schema: description } }
  throw new ServiceError('invalid_request', `The recipe of "${slug}" is for no such description`, {
    suggestedFix:
      kind === 'graphql'
        ? 'Give the schema of the API as text'
        : 'Leave out `description`: its tools come from the recipe itself or from a server',
    errors: [`body.description: does not fit the recipe, whose kind is ${kind}`],
  })
}

const notAvailable = (unknown: string[], recipes: ReadonlyMap<string, ShippedRecipe>) => {
  const names = [...recipes].flatMap(([slug, { recipe }]) => [slug, ...recipe.aliases])
  const meant = unknown
    .flatMap((slug) => findSimilarKey(slug, names) ?? [])
    .flatMap((name) =>
      [...recipes].flatMap(([slug, { recipe }]) =>
        slug === name || recipe.aliases.includes(name) ? slug : [],
      ),
    )
  return new ServiceError(
    'not_found',
    `No recipe comes with this service for ${listSome(unknown)}`,
    {
      suggestedFix:
        meant.length > 0
          ? `Add ${listSome([...new Set(meant)])} if that is meant; GET /api/v3/toolkits/available lists all`
          : 'GET /api/v3/toolkits/available lists what can be added; POST /api/v3/toolkits/import takes any API description',
    },
  )
}

const rejectMissing = (present: ReadonlyMap<string, Toolkit>, slugs: string[]): void => {
  const missing = slugs.filter((slug) => !present.has(slug))
  if (missing.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `The project has no toolkit of these names yet: ${listSome(missing)}`,
    {
      suggestedFix: 'Leave out `preview`: there is no version that they could be compared with',
      errors: ['body.preview: is possible for toolkits that the project has'],
    },
  )
}

const rejectOwn = (present: ReadonlyMap<string, Toolkit>, slugs: string[]): void => {
  const own = slugs.filter((slug) => {
    const toolkit = present.get(slug)
    return toolkit && toolkit.definition.shippedRecipe === undefined
  })
  if (own.length === 0) return
  throw new ServiceError(
    'conflict',
    `The project imported toolkits of these names itself: ${listSome(own)}`,
    {
      suggestedFix:
        'They stay as they are. With `replace: true` their next version is made by the recipe of this service',
    },
  )
}
