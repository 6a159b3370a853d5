import { hasCollected } from '../../../support/collected-data.ts'
import type { Guides } from '../folds/index.ts'
import { openedSets, readCases } from './read-cases.ts'
import { readCatalogue, toSearchableTools } from './read-catalogue.ts'
import { mixedSources } from './sources.ts'

const catalogue = 'real APIs'

/**
 * The use cases that the ranking may be tuned on, each set a source of its own; none where no API
 * was collected.
 */
export const readGuides = async (say: (text: string) => void): Promise<Guides> => {
  if (!hasCollected('apis', 'the fit to use cases over real APIs'))
    return { catalogues: new Map(), queries: [] }
  const tools = (await readCatalogue(mixedSources(), say)).flatMap((toolkit) =>
    toSearchableTools(toolkit),
  )
  const known = new Set(tools.map(({ slug }) => slug))
  const sets = await Promise.all(
    (['open', ...openedSets] as const).map(async (set) =>
      (await readCases(set, known)).flatMap(({ id, text, steps }) =>
        steps.length === 0
          ? []
          : {
              id,
              query: text,
              gold: steps.flatMap(({ right }) => right),
              source: set,
              catalogue,
            },
      ),
    ),
  )
  return { catalogues: new Map([[catalogue, tools]]), queries: sets.flat() }
}
