import { z } from 'zod'

const share = z.number().min(0).max(1)
const count = z.int().min(0)
const usage = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: count.optional(),
})

const cost = z
  .number()
  .nullable()
  .optional()
  .describe('In the currency of `prices`; null where a model has no price')
const evaluators = z
  .object({ usage, cost })
  .optional()
  .describe('What judging and playing the user took, which is not part of the other figures')

const trials = { trials: count, passed: count }
const group = z.object({
  ...trials,
  cases: count,
  passRate: share,
  interval: z.object({ low: share, high: share }).describe('Wilson, 95 %'),
  scores: z.record(z.string(), z.number()).describe('The mean of each score'),
  passAt: z
    .record(z.string(), share)
    .describe('By k: the probability that at least one of k trials passes'),
  passHat: z.record(z.string(), share).describe('By k: the probability that all of k trials pass'),
})

const summary = z.object({
  adapter: z.string(),
  total: group,
  cases: z.array(z.object({ id: z.string(), ...trials, isFlaky: z.boolean() })),
  tags: z.record(z.string(), group),
  toolkits: z.record(z.string(), group),
  usage,
  ms: z.number(),
  infrastructureErrors: count,
  cost,
  evaluators,
})

const score = z.object({
  name: z.string(),
  value: share.nullable().describe('Null if nothing could be scored'),
  reason: z.string(),
  get parts() {
    return z.array(score).optional()
  },
})

const call = z.object({
  id: z.string(),
  tool: z.string(),
  arguments: z.unknown(),
  result: z.unknown().optional(),
  error: z.string().nullable().optional(),
})

/** An expected call, the call assigned to it, and the scores of its arguments. */
const pair = z.object({
  expected: z.string(),
  called: z.string().nullable(),
  places: z.array(
    z.object({
      path: z.string(),
      expected: z.unknown().optional(),
      actual: z.unknown().optional(),
      value: share,
      reason: z.string(),
    }),
  ),
})

const run = z.object({
  id: z.string(),
  tags: z.array(z.string()),
  adapter: z.string(),
  model: z.string().optional(),
  trial: z.int().min(1),
  passed: z.boolean(),
  error: z
    .object({
      kind: z.enum(['infrastructure', 'model', 'replay-miss', 'budget', 'evaluator']),
      message: z.string(),
    })
    .optional(),
  scores: z.array(score),
  messages: z.array(z.object({ role: z.string(), content: z.string() }).loose()),
  expect: z.unknown(),
  pairs: z.array(pair),
  extraCalls: z
    .array(z.object({ tool: z.string(), arguments: z.unknown() }))
    .describe('Calls that match no expected one'),
  user: z.unknown().optional().describe('The user of a case with several turns'),
  conversation: z
    .object({ turns: count, reached: z.boolean().optional(), reason: z.string() })
    .optional()
    .describe('How the conversation with that user ended'),
  steps: z.array(
    z.object({
      user: z.string().optional().describe('What the user said before this step'),
      calls: z.array(call),
      text: z.string(),
      usage,
      ms: z.number(),
    }),
  ),
  text: z.string(),
  state: z.unknown().optional(),
  usage,
  cost,
  evaluators,
  ms: z.number(),
})

const comparison = z.object({
  adapter: z.string(),
  cases: count,
  before: share,
  after: share,
  better: z.array(z.string()),
  worse: z.array(z.string()),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  pValue: z.number(),
})

const parity = z.object({
  compared: count,
  differing: z.array(
    z.object({
      id: z.string(),
      trial: z.int(),
      places: z.array(z.object({ place: z.string(), seen: z.record(z.string(), z.string()) })),
    }),
  ),
  text: z.string(),
})

/**
 * The results of a suite, as they are written to a file. `version` changes if the meaning of a
 * field changes.
 */
export const reportSchema = z.object({
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  outcome: z.enum(['passed', 'below-thresholds', 'infrastructure']),
  thresholds: z.array(
    z.object({
      name: z.string(),
      least: share,
      adapter: z.string(),
      value: z.number().nullable(),
      holds: z.boolean(),
    }),
  ),
  summaries: z.array(summary),
  comparisons: z
    .array(comparison)
    .optional()
    .describe('Each adapter compared with the same one of an earlier report'),
  parity: parity.optional().describe('Where adapters handled the same answers differently'),
  missingConnections: z
    .array(z.object({ toolkit: z.string(), userId: z.string().optional(), calls: count }))
    .optional()
    .describe('Connections that calls failed for lack of, unless the case expects it'),
  prices: z.object({ date: z.string(), currency: z.string(), source: z.string() }).optional(),
  runs: z.array(run),
})

export type EvalReport = z.infer<typeof reportSchema>
export type ReportRun = EvalReport['runs'][number]
export type ReportSummary = EvalReport['summaries'][number]

/**
 * Parses a stored report; `source` names it in error messages.
 *
 * @example
 * const baseline = parseReport(JSON.parse(await readFile('baseline.json', 'utf8')), 'baseline.json')
 */
export const parseReport = (value: unknown, source = 'The value'): EvalReport => {
  const parsed = reportSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new TypeError(`${source} is not a report of version 1: ${z.prettifyError(parsed.error)}`)
}
