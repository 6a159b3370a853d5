import { z } from 'zod'
import { numberSetting } from './number-setting.ts'
import { keptSettings, type KeptName } from '../platform/retention/index.ts'

/** One variable for each age that an operator can choose. */
export const keptShape = Object.fromEntries(
  keptSettings.map(({ setting, count, least, most }) => [
    setting,
    numberSetting({ least, most }).default(count),
  ]),
)

/** How many days or hours rows are kept, where not by default. */
export type KeptCounts = Partial<Record<KeptName, number>>

/** How long rows are kept, of parsed variables. */
export const readKept = (
  variables: Record<string, unknown>,
): { retentionDays: number; kept: KeptCounts } => {
  const kept: KeptCounts = Object.fromEntries(
    keptSettings.map(({ name, setting }) => [name, z.number().parse(variables[setting])]),
  )
  return { retentionDays: kept.logs ?? 30, kept }
}
