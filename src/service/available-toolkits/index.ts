import type { Catalog, CheckSources, StartShipped } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { availableToolkitHandlers } from './handlers.ts'
import type { Logo, Logos } from '../logos/index.ts'
import { createRecipeFolder } from './recipe-folder.ts'

type Needs = {
  catalog: Catalog & { startShipped: StartShipped; checkSources: CheckSources }
  logos: Logos
  /** Of the recipes; default: that of the package. */
  folder?: string
}

/** The toolkits whose recipes come with the service: they are added by their names. */
export const createAvailableToolkits = (
  { texts, publicUrl }: Pick<Platform, 'texts' | 'publicUrl'>,
  { catalog, logos, folder }: Needs,
) => {
  const recipes = createRecipeFolder({ texts, logos }, folder)
  return {
    api: {
      /** The logo of a toolkit that can be added, which no project may have yet. */
      findLogo: async (hash: string): Promise<Logo | undefined> =>
        [...(await recipes.list()).values()].find(({ logo }) => logo.hash === hash)?.logo,
    },
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
