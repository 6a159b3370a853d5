import type { AvailableToolkit } from '../../contract/available-toolkits.ts'
import type { CheckSources, Toolkit } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { ShippedRecipe } from './recipe-folder.ts'

type Known = {
  recipes: ReadonlyMap<string, ShippedRecipe>
  toolkits: ReadonlyMap<string, Toolkit>
}

/** Says of each whether its description has changed. One that cannot be read delays no other. */
export const checkDescriptions = (
  checkSources: CheckSources,
  project: Project,
  { recipes, toolkits }: Known,
  listed: AvailableToolkit[],
  signal: AbortSignal,
): Promise<AvailableToolkit[]> =>
  Promise.all(
    listed.map(async (each): Promise<AvailableToolkit> => {
      const { slug, installed } = each
      const sources = toolkits.get(slug)?.definition.sources
      const recipe = recipes.get(slug)?.recipe
      if (!installed || !sources || !recipe) return each
      const found = await checkSources(project, { toolkit: slug, recipe, sources }, signal)
      return {
        ...each,
        installed: {
          ...installed,
          description: found.state,
          description_problem: found.state === 'unknown' ? found.problem : null,
        },
      }
    }),
  )
