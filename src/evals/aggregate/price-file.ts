import { z } from 'zod'
import type { ModelUsage, Usage } from '../types.ts'

/**
 * Prices of models per million tokens. Prices change: the file states its date and source, and each
 * project maintains its own.
 *
 * @example
 * parsePriceFile({ date: '2026-11-21', currency: 'USD', source: 'https://example.com/pricing', models: { 'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 } } })
 */
const priceFile = z.strictObject({
  date: z.iso.date(),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as USD'),
  source: z.string().min(1),
  models: z.record(
    z.string(),
    z.strictObject({
      input: z.number().nonnegative(),
      cachedInput: z.number().nonnegative().optional(),
      output: z.number().nonnegative(),
    }),
  ),
})
export type PriceFile = z.infer<typeof priceFile>

export const parsePriceFile = (value: unknown): PriceFile => {
  const parsed = priceFile.safeParse(value)
  if (parsed.success) return parsed.data
  throw new TypeError(`This is not a price file: ${z.prettifyError(parsed.error)}`)
}

/** A cost budget requires a known price. */
export class UnknownPriceError extends Error {
  override name = 'UnknownPriceError'
}

const perMillion = 1_000_000

/** Returns the cost of a run's tokens; null for a model that the file does not list. */
export const costOf = (
  prices: PriceFile,
  model: string,
  { inputTokens, outputTokens, cachedInputTokens = 0 }: Usage,
): number | null => {
  if (!Object.hasOwn(prices.models, model)) return null
  const price = prices.models[model]
  if (!price) return null
  const cached = Math.min(cachedInputTokens, inputTokens)
  return (
    ((inputTokens - cached) * price.input +
      cached * (price.cachedInput ?? price.input) +
      outputTokens * price.output) /
    perMillion
  )
}

/** Returns the cost of runs; null if the file does not list one of their models. */
export const costOfRuns = (
  prices: PriceFile,
  runs: readonly { model?: string | undefined; usage: Usage }[],
): number | null =>
  costOfAll(
    prices,
    runs.flatMap(({ model, usage }) => (model === undefined ? [] : [{ model, usage }])),
  )

/** Returns what several models cost; null if the file does not list one of them. */
export const costOfAll = (prices: PriceFile, used: readonly ModelUsage[]): number | null =>
  used.reduce<number | null>((total, { model, usage }) => {
    const cost = costOf(prices, model, usage)
    return total === null || cost === null ? null : total + cost
  }, 0)
