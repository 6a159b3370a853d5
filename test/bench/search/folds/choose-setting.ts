import type { Metrics } from '../metrics.ts'
import { indexedPart, knobs, neutralSetting, toChanges, type Setting } from './knobs.ts'
import { loadVariant } from './load-variant.ts'
import {
  averageBySource,
  buildIndexes,
  measureQuery,
  overall,
  type Asked,
  type Catalogues,
  type Indexes,
} from './measure.ts'

/** What a number must gain to be moved from where one begins; less may be chance. */
const leastGain = 0.001

/**
 * Chooses the numbers that serve the queries best that count: each knob in turn, from where one
 * begins who has tried nothing. What was measured once is remembered, as each choice begins alike.
 */
export const createChoice = (
  catalogues: Catalogues,
  queries: readonly Asked[],
): ((isCounted: (query: Asked) => boolean) => Promise<Setting>) => {
  const measured = new Map<string, Metrics[]>()
  const kept = new Map<string, Indexes>()
  const measure = async (setting: Setting): Promise<Metrics[]> => {
    const key = setting.join(' ')
    const metrics = measured.get(key) ?? (await measureSetting(catalogues, queries, setting, kept))
    measured.set(key, metrics)
    return metrics
  }
  return async (isCounted) => {
    const counted = queries.map((query) => isCounted(query))
    const judge = async (setting: Setting): Promise<number> => {
      const metrics = await measure(setting)
      return overall(
        averageBySource(
          queries.filter((_, at) => counted[at]),
          metrics.filter((_, at) => counted[at]),
        ),
      )
    }
    let best = { setting: neutralSetting, score: await judge(neutralSetting) }
    for (const [at, { values }] of knobs.entries()) {
      let better = { ...best, score: best.score + leastGain }
      for (const value of values) {
        const setting = best.setting.with(at, value)
        const score = await judge(setting)
        if (score > better.score) better = { setting, score }
      }
      if (better.setting !== best.setting) best = better
    }
    return best.setting
  }
}

/** Most numbers change only how an index is read. */
const mostKept = 2

/** `kept` holds the last indexes. */
export const measureSetting = async (
  catalogues: Catalogues,
  queries: readonly Asked[],
  setting: Setting,
  kept = new Map<string, Indexes>(),
): Promise<Metrics[]> => {
  const engine = await loadVariant(toChanges(setting))
  const part = indexedPart(setting)
  const indexes = kept.get(part) ?? buildIndexes(engine, catalogues)
  kept.delete(part)
  kept.set(part, indexes)
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
  return queries.map((query) => measureQuery(engine, indexes, query))
}
