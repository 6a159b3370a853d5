import type { SearchData } from '../data.ts'
import { toPeer, type Peer } from '../engines/engine.ts'
import { tunePeer } from '../tune-peer.ts'
import { peerFinder, plugboardFinder, toDataTools, type Finder } from './finders.ts'
import { hasRealApis } from './has-real-apis.ts'
import { measureCases } from './measure-cases.ts'
import type { SetResult } from './print-cases.ts'
import {
  hasCases,
  isHeldOut,
  openedSets,
  readCases,
  type CaseSet,
  type UseCase,
} from './read-cases.ts'
import { sessionFinder } from './session-finder.ts'
import { readCatalogue, type ImportedToolkit } from './read-catalogue.ts'
import { allSources, mixedSources } from './sources.ts'
import { tunedPeer } from './tuned-peers.ts'

type Options = {
  /** Also the use cases that nobody who works on the ranking has seen. */
  locked: boolean
  /** Also the use cases that were written after the ranking was tuned. */
  fresh: boolean
  /** Also the requests for featured tools, over every recipe; the first import takes minutes. */
  featured: boolean
  /** Fits the other engines to the open use cases anew. */
  tune: boolean
  plugboard: boolean
  peers: readonly Peer[]
  say: (text: string) => void
}

/** How well the use cases over imported APIs are answered; undefined where no API was collected. */
export const measureRealApis = async ({
  locked,
  fresh,
  featured,
  tune,
  plugboard,
  peers,
  say,
}: Options): Promise<SetResult[] | undefined> => {
  if (!(await hasRealApis(say))) return undefined
  if (locked && !hasCases('locked'))
    throw new Error(
      'There are no locked use cases: test/bench/search/real-apis/locked.yaml is absent',
    )
  const toolkits = await readCatalogue(mixedSources(), say)
  const chosen: { peer: Peer; withAbout: boolean }[] = []
  for (const peer of peers) {
    const { withAbout, ...known } = tunedPeer(peer)
    const tuned = tune ? await tunePeer(peer, await toTuningData(toolkits, withAbout), say) : known
    chosen.push({ peer: toPeer({ ...peer, ...tuned }), withAbout })
  }
  const openFinders = async (among: readonly ImportedToolkit[]): Promise<Finder[]> => [
    ...(plugboard ? [plugboardFinder(among), await sessionFinder(among, say)] : []),
    ...(await Promise.all(
      chosen.map(({ peer, withAbout }) => peerFinder(peer, toDataTools(among, { withAbout }))),
    )),
  ]

  const github = toolkits.filter(({ toolkit }) => toolkit.slug === 'github')
  const sets: { set: CaseSet; among: ImportedToolkit[] }[] = [
    { set: 'open', among: toolkits },
    ...openedSets.map((set) => ({ set, among: toolkits })),
    ...(locked ? [{ set: 'locked' as const, among: toolkits }] : []),
    ...(fresh ? [{ set: 'fresh' as const, among: toolkits }] : []),
    { set: 'nothing', among: toolkits },
    { set: 'languages', among: toolkits },
    { set: 'github', among: github },
    ...(featured
      ? [{ set: 'featured' as const, among: await readCatalogue(allSources(), say) }]
      : []),
  ]
  const results: SetResult[] = []
  for (const { set, among } of sets) {
    const cases = await readCases(set, slugsOf(among))
    const finders = await openFinders(among)
    for (const finder of finders) {
      say(`${set}: ${cases.length} use cases with ${finder.name}`)
      const judged = await measureCases(finder, cases)
      const heldOut = judged.filter(({ case: { id } }) => set === 'nothing' && isHeldOut(id))
      const others = judged.filter((one) => !heldOut.includes(one))
      results.push({ set, engine: finder.name, judged: others })
      if (heldOut.length > 0)
        results.push({ set: `${set}, held out`, engine: finder.name, judged: heldOut })
      finder.close()
    }
  }
  return results
}

const slugsOf = (toolkits: readonly ImportedToolkit[]): Set<string> =>
  new Set(toolkits.flatMap(({ tools }) => tools.map(({ slug }) => slug)))

/** Only what the ranking may be tuned on, too. */
const toTuningData = async (
  toolkits: readonly ImportedToolkit[],
  withAbout: boolean,
): Promise<SearchData> => {
  const known = slugsOf(toolkits)
  const cases: UseCase[] = []
  for (const set of ['open', ...openedSets] as const) cases.push(...(await readCases(set, known)))
  return {
    tools: toDataTools(toolkits, { withAbout }),
    queries: cases
      .filter(({ steps }) => steps.length > 0)
      .map(({ id, text, steps }) => ({
        id,
        query: text,
        gold: steps.flatMap(({ right }) => right),
        source: 'own',
      })),
  }
}
