import type { contract } from '../../contract/contract.ts'
import type { CheckSources } from '../catalog/index.ts'
import type { Handlers } from '../endpoint/index.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import { addToolkits, type AddParts } from './add-toolkits.ts'
import { checkDescriptions } from './check-descriptions.ts'
import { listAvailable } from './list-available.ts'
import type { createRecipeFolder } from './recipe-folder.ts'

/** A page of toolkits whose servers are asked. */
const mostChecked = 10

type Parts = AddParts & {
  checkSources: CheckSources
  recipes: ReturnType<typeof createRecipeFolder>
  publicUrl: () => string
}

export const availableToolkitHandlers = (
  parts: Parts,
): Pick<Handlers<typeof contract.toolkits>, 'available' | 'add'> => ({
  available: async ({ query }, { project }, { signal }) => {
    const isChecked = query.check_descriptions === 'true'
    const request = isChecked
      ? parsePage(
          { ...query, limit: Math.min(query.limit ?? mostChecked, mostChecked) },
          mostChecked,
        )
      : parsePage(query)
    const recipes = await parts.recipes.list()
    const toolkits = await parts.catalog.listToolkits(project)
    const found = listAvailable(
      recipes.values(),
      toolkits,
      {
        category: query.category,
        search: query.search,
        installed: query.installed === undefined ? undefined : query.installed === 'true',
      },
      parts.publicUrl(),
    )
    const shown = found.slice(request.offset, request.offset + request.limit)
    const items = isChecked
      ? await checkDescriptions(parts.checkSources, project, { recipes, toolkits }, shown, signal)
      : shown
    return { status: 200, body: toPage(items, found.length, request) }
  },
  add: async ({ body }, { project }) => ({
    status: 202,
    body: { imports: await addToolkits(parts, await parts.recipes.list(), project, body) },
  }),
})
