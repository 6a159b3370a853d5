import { catalogueOf, isOf, type SearchData } from './data.ts'
import type { Peer, PeerIndex, PeerSettings } from './engines/engine.ts'
import { fieldNames } from './engines/texts.ts'
import { average, scoreRanking, type Metrics } from './metrics.ts'

/** What is tried of each setting, around what is best so far. */
const tries: { setting: keyof PeerSettings; around: (best: PeerSettings) => PeerSettings[] }[] = [
  ...fieldNames
    .filter((field) => field !== 'description')
    .map((field) => ({
      setting: 'weights' as const,
      around: (best: PeerSettings) =>
        [0.5, 0.75, 1.4, 2].map((factor) => ({
          ...best,
          weights: { ...best.weights, [field]: best.weights[field] * factor },
        })),
    })),
  {
    setting: 'saturation',
    around: (best) =>
      [0.5, 0.75, 1.4, 2].map((factor) => ({ ...best, saturation: best.saturation * factor })),
  },
  {
    setting: 'lengthPenalty',
    around: (best) => [0.2, 0.4, 0.6, 0.8].map((lengthPenalty) => ({ ...best, lengthPenalty })),
  },
  { setting: 'isTolerant', around: (best) => [{ ...best, isTolerant: !best.isTolerant }] },
]

/** So many queries of each source decide. */
const decidingQueries = 200

type TunedPeer = Pick<Peer, 'settings' | 'dropsStopWords'> & { score: number }

/**
 * The settings with which another engine does best on this very data, one setting after another,
 * until a round changes little.
 */
export const tunePeer = async (
  peer: Peer,
  data: SearchData,
  say: (text: string) => void,
): Promise<TunedPeer> => {
  const queries = [...Map.groupBy(data.queries, ({ source }) => source).values()]
    .flatMap((all) => all.filter((_, at) => at % Math.ceil(all.length / decidingQueries) === 0))
    .map((query) => ({ ...query, catalogue: catalogueOf(query, data.tools) }))
  const openAll = async (dropsStopWords: boolean) => {
    const indexes = new Map<string, PeerIndex>()
    for (const catalogue of new Set(queries.map((query) => query.catalogue)))
      indexes.set(
        catalogue,
        await peer.open(
          data.tools.filter((tool) => isOf(tool, catalogue)),
          dropsStopWords,
        ),
      )
    return indexes
  }
  const judge = async (
    indexes: ReadonlyMap<string, PeerIndex>,
    settings: PeerSettings,
  ): Promise<number> => {
    const bySource = new Map<string, Metrics[]>()
    for (const { query, gold, source, catalogue } of queries) {
      const found = (await indexes.get(catalogue)?.search(query, 10, settings)) ?? []
      bySource.set(source, [...(bySource.get(source) ?? []), scoreRanking(found, gold)])
    }
    return average([...bySource.values()].map(average))['nDCG@10']
  }

  const indexes = await openAll(peer.dropsStopWords)
  let best: TunedPeer = {
    settings: peer.settings,
    dropsStopWords: peer.dropsStopWords,
    score: await judge(indexes, peer.settings),
  }
  for (let before = 0; best.score - before > 0.001;) {
    before = best.score
    for (const { around } of tries.filter(({ setting }) => peer.has.includes(setting))) {
      for (const settings of around(best.settings)) {
        const score = await judge(indexes, settings)
        if (score > best.score) best = { ...best, settings, score }
      }
    }
    say(`${peer.name}: ${(100 * best.score).toFixed(2)} by ${JSON.stringify(best.settings)}`)
  }
  const other = await openAll(!peer.dropsStopWords)
  const score = await judge(other, best.settings)
  say(
    `${peer.name}, ${peer.dropsStopWords ? 'with' : 'without'} words of the stop list in the texts: ${(100 * score).toFixed(2)}`,
  )
  for (const index of [...indexes.values(), ...other.values()]) index.close?.()
  return score > best.score ? { ...best, dropsStopWords: !peer.dropsStopWords, score } : best
}
