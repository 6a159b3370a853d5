import type { AuthSchemeDefinition } from '../auth-schemes/index.ts'
import { schemesOf, type Catalog, type CheckSources, type StartShipped } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { availableToolkitHandlers } from './handlers.ts'
import type { Logo, Logos } from '../logos/index.ts'
import { createRecipeFolder } from './recipe-folder.ts'

type Needs = {
  catalog: Catalog & { startShipped: StartShipped; checkSources: CheckSources }
  logos: Logos
  /** Of the operator's recipes. */
  folder: string | undefined
}

/** The toolkits whose recipes come with the service: they are added by their names. */
export const createAvailableToolkits = (
  { texts, publicUrl }: Pick<Platform, 'texts' | 'publicUrl'>,
  { catalog, logos, folder }: Needs,
) => {
  const recipes = createRecipeFolder({ texts, logos, folder })
  return {
    api: {
      /** The auth schemes of a toolkit that can be added; none where there is no such toolkit. */
      authSchemesOf: async (slug: string): Promise<AuthSchemeDefinition[]> => {
        const shipped = (await recipes.list()).get(slug)
        return (shipped && schemesOf(shipped.recipe)) ?? []
      },
      /** The logo of a toolkit that can be added, which no project may have yet. */
      findLogo: async (hash: string): Promise<Logo | undefined> =>
        [...(await recipes.list()).values()].find(({ logo }) => logo.hash === hash)?.logo,
    },
    // A recipe of the operator that cannot be used stops the start.
    ...(folder !== undefined && { jobs: { start: recipes.check } }),
    handlers: {
      toolkits: availableToolkitHandlers({
        catalog,
        startShipped: catalog.startShipped,
        checkSources: catalog.checkSources,
        recipes,
        publicUrl,
      }),
    },
  } satisfies Capability
}
