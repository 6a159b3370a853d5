import type { Catalog, StartImport } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { availableToolkitHandlers } from './handlers.ts'
import { createRecipeFolder } from './recipe-folder.ts'

/** The toolkits whose recipes come with the service: they are added by their names. */
export const createAvailableToolkits = (
  { texts }: Pick<Platform, 'texts'>,
  { catalog }: { catalog: Catalog & { startImport: StartImport } },
) =>
  ({
    api: {},
    handlers: {
      toolkits: availableToolkitHandlers({
        catalog,
        startImport: catalog.startImport,
        recipes: createRecipeFolder(texts),
      }),
    },
  }) satisfies Capability
