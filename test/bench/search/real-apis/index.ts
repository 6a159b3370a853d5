import { collectedDescription } from '../../../catalogue/descriptions.ts'
import { hasCollected } from '../../../support/collected-data.ts'
import { readGithubDescription } from '../../../github/github-description.ts'
import type { SearchData } from '../data.ts'
import { toPeer, type Peer } from '../engines/engine.ts'
import { tunePeer } from '../tune-peer.ts'
import { peerFinder, plugboardFinder, toDataTools, type Finder } from './finders.ts'
import { measureCases } from './measure-cases.ts'
import type { SetResult } from './print-cases.ts'
import { readCases, type UseCase } from './read-cases.ts'
import { readCatalogue, type ImportedToolkit } from './read-catalogue.ts'
import { mixedSources } from './sources.ts'
import { tunedPeer } from './tuned-peers.ts'

type Options = {
  /** Also the locked third of the use cases. */
  locked: boolean
  /** Fits the other engines to the open use cases anew. */
  tune: boolean
  plugboard: boolean
  peers: readonly Peer[]
  say: (text: string) => void
}

/** How well the use cases over imported APIs are answered; undefined where no API was collected. */
export const measureRealApis = async ({
  locked,
  tune,
  plugboard,
  peers,
  say,
}: Options): Promise<SetResult[] | undefined> => {
  if (!hasCollected('apis', 'the benchmark over imported APIs')) return undefined
  if (collectedDescription('github') === undefined) await readGithubDescription()
  const toolkits = await readCatalogue(mixedSources(), say)
  const known = new Set(toolkits.flatMap(({ tools }) => tools.map(({ slug }) => slug)))
  const open = await readCases('open', known)

  const chosen: Peer[] = []
  for (const peer of peers) {
    const tuned = tune ? await tunePeer(peer, toTuningData(toolkits, open), say) : tunedPeer(peer)
    chosen.push(toPeer({ ...peer, ...tuned }))
  }
  const openFinders = async (among: readonly ImportedToolkit[]): Promise<Finder[]> => [
    ...(plugboard ? [plugboardFinder(among)] : []),
    ...(await Promise.all(chosen.map((peer) => peerFinder(peer, among)))),
  ]

  const sets = [
    { set: 'open', among: toolkits, cases: open },
    ...(locked
      ? [{ set: 'locked', among: toolkits, cases: await readCases('locked', known) }]
      : []),
  ]
  const results: SetResult[] = []
  for (const { set, among, cases } of sets) {
    const finders = await openFinders(among)
    for (const finder of finders) {
      say(`${set}: ${cases.length} use cases with ${finder.name}`)
      results.push({ set, engine: finder.name, judged: await measureCases(finder, cases) })
      finder.close()
    }
  }
  return results
}

const toTuningData = (
  toolkits: readonly ImportedToolkit[],
  cases: readonly UseCase[],
): SearchData => ({
  tools: toDataTools(toolkits),
  queries: cases
    .filter(({ steps }) => steps.length > 0)
    .map(({ id, text, steps }) => ({
      id,
      query: text,
      gold: steps.flatMap(({ right }) => right),
      source: 'own',
    })),
})
