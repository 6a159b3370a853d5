import type { EvalReport, ReportRun, ReportSummary } from './report-schema.ts'

/** The texts that all forms of a report share. */
export const toPercent = (share: number): string => `${Math.round(share * 1000) / 10} %`

export const toAmount = (cost: number | null, currency = ''): string =>
  cost === null ? 'cost unknown: a model has no price' : `${cost.toFixed(4)} ${currency}`

/** Why a run did not pass, a line for each reason. */
export const whyFailed = ({ error, scores }: Pick<ReportRun, 'error' | 'scores'>): string[] => {
  const wrong = scores
    .filter(({ value }) => value !== null && value < 1)
    .map(({ name, value, reason }) => `${name} ${toPercent(value ?? 0)}: ${reason}`)
  const reasons = [...(error ? [`${error.kind}: ${error.message}`] : []), ...wrong]
  return reasons.length > 0 ? reasons : ['Nothing of it could be judged']
}

/** The cases of an adapter that passed at times; nothing where there are none. */
export const describeFlaky = ({ adapter, cases }: ReportSummary): string[] => {
  const flaky = cases
    .filter(({ isFlaky }) => isFlaky)
    .map(({ id, passed, trials }) => `${id} ${passed}/${trials}`)
  return flaky.length > 0 ? [`${adapter}, passed at times: ${flaky.join(', ')}`] : []
}

/** What to know of the prices: nothing where they are of the time of the report. */
export const describePrices = ({
  prices,
  createdAt,
}: Pick<EvalReport, 'prices' | 'createdAt'>): string[] => {
  if (!prices) return []
  const days = Math.floor((Date.parse(createdAt) - Date.parse(prices.date)) / msPerDay)
  if (days < -1) return [`The prices are of ${prices.date}, which is after this report`]
  return days > freshDays
    ? [
        `The prices are of ${prices.date}, ${days} days before this report: compare them with ${prices.source}`,
      ]
    : []
}

const msPerDay = 86_400_000

/** Providers change their prices every few months. */
const freshDays = 90
