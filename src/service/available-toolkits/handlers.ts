import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../endpoint/index.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import { addToolkits, type AddParts } from './add-toolkits.ts'
import { listAvailable } from './list-available.ts'
import type { createRecipeFolder } from './recipe-folder.ts'

type Parts = AddParts & {
  recipes: ReturnType<typeof createRecipeFolder>
  publicUrl: () => string
}

export const availableToolkitHandlers = (
  parts: Parts,
): Pick<Handlers<typeof contract.toolkits>, 'available' | 'add'> => ({
  available: async ({ query }, { project }) => {
    const request = parsePage(query)
    const found = listAvailable(
      (await parts.recipes.list()).values(),
      await parts.catalog.listToolkits(project),
      {
        category: query.category,
        search: query.search,
        installed: query.installed === undefined ? undefined : query.installed === 'true',
      },
      parts.publicUrl(),
    )
    return {
      status: 200,
      body: toPage(
        found.slice(request.offset, request.offset + request.limit),
        found.length,
        request,
      ),
    }
  },
  add: async ({ body }, { project }) => ({
    status: 202,
    body: { imports: await addToolkits(parts, await parts.recipes.list(), project, body) },
  }),
})
