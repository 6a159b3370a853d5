import { z } from 'zod'
import type { Usage } from '../types.ts'

/**
 * What models cost, per million tokens, on a day. Prices change: a file says when it was made and
 * where its figures are from, and each project keeps its own.
 *
 * @example
 * parsePriceFile({ date: '2026-11-21', currency: 'USD', source: 'https://example.com/pricing', models: { 'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 } } })
 */
export const priceFile = z.strictObject({
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
  throw new TypeError(`This is no price file: ${z.prettifyError(parsed.error)}`)
}

/** A budget cannot be kept with a model whose price nobody knows. */
export class UnknownPriceError extends Error {
  override name = 'UnknownPriceError'
}

const perMillion = 1_000_000

/** What the tokens of a run cost; null for a model that the file does not list. */
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
