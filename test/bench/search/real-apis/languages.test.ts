import { expect, it } from 'vitest'
import { hasCollected } from '../../../support/collected-data.ts'
import { runsInFull } from '../../../support/thorough.ts'
import { averageOf, measureCases } from './measure-cases.ts'
import { readCases } from './read-cases.ts'
import { readCatalogue } from './read-catalogue.ts'
import { sessionFinder } from './session-finder.ts'
import { mixedSources } from './sources.ts'

it.skipIf(!hasCollected('apis', 'requests in other languages'))(
  'most requests in other languages find their tool without a model',
  async ({ skip }) => {
    if (!runsInFull('requests in other languages over the mixed catalogue')) skip()
    const toolkits = await readCatalogue(mixedSources(), () => {})
    const known = new Set(toolkits.flatMap(({ tools }) => tools.map(({ slug }) => slug)))
    const cases = await readCases('languages', known)
    const finder = await sessionFinder(toolkits, () => {}, { model: undefined })
    const { first, firstFive } = averageOf(await measureCases(finder, cases))
    expect(first).toBeGreaterThanOrEqual(0.5)
    expect(firstFive).toBeGreaterThanOrEqual(0.75)
  },
)
