import type { DataTool } from '../data.ts'
import type { Metrics } from '../metrics.ts'
import { indexedPart, knobs, neutralSetting, toChanges, type Setting } from './knobs.ts'
import { loadVariant } from './load-variant.ts'
import {
  averageBySource,
  buildIndexes,
  measureQuery,
  overall,
  type Asked,
  type Indexes,
} from './measure.ts'

/**
 * The numbers that serve these queries best: each knob in turn, from where one begins who has tried
 * nothing.
 */
export const chooseSetting = async (
  tools: readonly DataTool[],
  queries: readonly Asked[],
): Promise<Setting> => {
  const kept = new Map<string, Indexes>()
  const judge = async (setting: Setting) =>
    overall(averageBySource(queries, await measureSetting(tools, queries, setting, kept)))
  let best = { setting: neutralSetting, score: await judge(neutralSetting) }
  for (const [at, { values, neutral }] of knobs.entries()) {
    for (const value of values.filter((each) => each !== neutral)) {
      const setting = best.setting.with(at, value)
      const score = await judge(setting)
      if (score > best.score) best = { setting, score }
    }
  }
  return best.setting
}

/** `kept` holds the last indexes: most numbers change only how they are read. */
export const measureSetting = async (
  tools: readonly DataTool[],
  queries: readonly Asked[],
  setting: Setting,
  kept = new Map<string, Indexes>(),
): Promise<Metrics[]> => {
  const engine = await loadVariant(toChanges(setting))
  const part = indexedPart(setting)
  const indexes = kept.get(part) ?? buildIndexes(engine, tools, queries)
  kept.clear()
  kept.set(part, indexes)
  return queries.map((query) => measureQuery(engine, indexes, query))
}
