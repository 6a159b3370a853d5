import { describeMissing } from '../scorers/missing-connections.ts'
import type { EvalReport, ReportRun, ReportSummary } from './report-schema.ts'

/** Formats a share as a percentage with one decimal. */
export const toPercent = (share: number): string => `${Math.round(share * 1000) / 10} %`

export const toCost = (cost: number | null, currency = ''): string =>
  cost === null ? 'cost unknown: a model has no price' : `${cost.toFixed(4)} ${currency}`

/** What models took, on one line. */
export const describeUse = (
  { usage, cost }: Pick<ReportRun, 'usage' | 'cost'>,
  currency: string | undefined,
): string =>
  `${usage.inputTokens} tokens in, ${usage.outputTokens} out${cost === undefined ? '' : `, ${toCost(cost, currency)}`}`

/** What judging and playing the user took; empty if no model did either. */
export const describeEvaluators = (
  { evaluators }: Pick<ReportRun, 'evaluators'>,
  currency: string | undefined,
): string[] =>
  evaluators ? [`Judge and simulated user: ${describeUse(evaluators, currency)}`] : []

export const outcomeTexts: Record<EvalReport['outcome'], string> = {
  passed: 'Passed',
  'below-thresholds': 'Below the thresholds',
  infrastructure:
    'Not scored: runs ended for reasons unrelated to the model, or could not be judged',
}

/** The reasons why a run failed, one per line. */
export const failureReasons = ({
  error,
  scores,
}: Pick<ReportRun, 'error' | 'scores'>): string[] => {
  const wrong = scores
    .filter(({ value }) => value !== null && value < 1)
    .map(({ name, value, reason }) => `${name} ${toPercent(value ?? 0)}: ${reason}`)
  const reasons = [...(error ? [`${error.kind}: ${error.message}`] : []), ...wrong]
  return reasons.length > 0 ? reasons : ['Nothing could be scored']
}

/** The cases of an adapter that passed in some trials; empty if there are none. */
export const describeFlaky = ({ adapter, cases }: ReportSummary): string[] => {
  const flaky = cases
    .filter(({ isFlaky }) => isFlaky)
    .map(({ id, passed, trials }) => `${id} ${passed}/${trials}`)
  return flaky.length > 0 ? [`${adapter}, flaky: ${flaky.join(', ')}`] : []
}

/** Says which connections were missing, and how to connect them; empty if there are none. */
export const describeConnections = ({
  missingConnections = [],
}: Pick<EvalReport, 'missingConnections'>): string[] => {
  const calls = missingConnections.reduce((sum, each) => sum + each.calls, 0)
  return calls === 0
    ? []
    : [
        `${calls} ${calls === 1 ? 'call' : 'calls'} failed for lack of a connection. ${describeMissing(missingConnections)}`,
      ]
}

/** Warns about prices of another date than the report; empty if they are current. */
export const describePrices = ({
  prices,
  createdAt,
}: Pick<EvalReport, 'prices' | 'createdAt'>): string[] => {
  if (!prices) return []
  const days = Math.floor((Date.parse(createdAt) - Date.parse(prices.date)) / msPerDay)
  if (days < -1) return [`The prices are from ${prices.date}, which is after this report`]
  return days > freshDays
    ? [
        `The prices are from ${prices.date}, ${days} days before this report: check them against ${prices.source}`,
      ]
    : []
}

const msPerDay = 86_400_000

/** Providers change their prices every few months. */
const freshDays = 90
