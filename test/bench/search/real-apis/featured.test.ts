import { expect, it } from 'vitest'
import { hasCollected } from '../../../support/collected-data.ts'
import { isThorough, runsInFull } from '../../../support/thorough.ts'
import { plugboardFinder } from './finders.ts'
import { averageOf, measureCases } from './measure-cases.ts'
import { readCaseFile } from './read-cases.ts'
import { readCatalogue } from './read-catalogue.ts'
import { allSources } from './sources.ts'

/** Ten toolkits of different fields, of descriptions that are imported within seconds. */
const inGate = [
  'airtable',
  'asana',
  'calendly',
  'gmail',
  'googlecalendar',
  'pagerduty',
  'resend',
  'telegram',
  'todoist',
  'trello',
]

it.skipIf(!isThorough || !hasCollected('apis', 'requests for featured tools'))(
  'most everyday requests find the featured tool first, and nearly all among the first five',
  async () => {
    const inFull = runsInFull('requests for the featured tools of every toolkit')
    const toolkits = await readCatalogue(allSources(inFull ? undefined : inGate), () => {})
    const known = new Set(toolkits.map(({ toolkit }) => toolkit.slug))
    const cases = (await readCaseFile('featured')).filter(({ field }) => known.has(field))
    expect(cases.length).toBeGreaterThanOrEqual(2 * inGate.length)
    const judged = await measureCases(plugboardFinder(toolkits), cases)
    const { first, firstFive } = averageOf(judged)
    expect(first).toBeGreaterThanOrEqual(0.6)
    expect(firstFive).toBeGreaterThanOrEqual(0.9)
  },
)
