import { parsePriceFile } from '../../../src/evals/aggregate/price-file.ts'
import { createReport } from '../../../src/evals/reports/create-report.ts'
import { scoreRun } from '../../../src/evals/scorers/score-run.ts'
import type { EvalCase } from '../../../src/evals/types.ts'
import { toCase, toRun } from '../to-run.ts'

/** What a report must never take for a tag, a column or an entity. */
export const hostile = '<img src=x onerror="document.title=\'run\'">'

const issueCase = (id: string): EvalCase => ({
  ...toCase({
    calls: [
      {
        tool: 'TRACKER_CREATE_ISSUE',
        arguments: { title: { $string: 'Broken | door', case: 'ignore' }, labels: ['bug'] },
      },
    ],
  }),
  id,
  tags: ['write', hostile],
  messages: [{ role: 'user', content: `Open an issue ${hostile}` }],
})

const right = {
  tool: 'TRACKER_CREATE_ISSUE',
  arguments: { title: 'broken | door', labels: ['bug'] },
  result: { id: 'WEB-1' },
}
const wrong = {
  tool: 'TRACKER_CREATE_ISSUE',
  arguments: { title: hostile, labels: ['bug'], 'dotted.name': 1 },
  error: `Refused ${hostile} \u0000\ud800`,
}

/** Two adapters, of which the second fails a case; one run has no answer. */
export const createExampleReport = async (
  baseline?: Awaited<ReturnType<typeof createReport>>,
  pricesOf = '2026-11-21',
) => {
  const usage = { inputTokens: 1000, outputTokens: 100 }
  const runs = await Promise.all(
    [
      toRun(issueCase(hostile), [[right]], { adapter: 'ai', model: 'small', usage }),
      toRun(issueCase(hostile), [[wrong]], {
        adapter: 'openai',
        model: 'small',
        usage,
        text: hostile,
      }),
      toRun(issueCase('plain'), [[right]], { adapter: 'ai', model: 'small', usage }),
      toRun(issueCase('plain'), [], {
        adapter: 'openai',
        error: { kind: 'infrastructure', message: 'connect ECONNREFUSED' },
      }),
    ].map((run) => scoreRun(run)),
  )
  return createReport(runs, { baseline, prices: pricesFrom(pricesOf), createdAt })
}

const createdAt = new Date('2026-11-21T12:00:00Z')

const pricesFrom = (date: string) =>
  parsePriceFile({
    date,
    currency: 'USD',
    source: 'ours',
    models: { small: { input: 1, output: 10 } },
  })

/** Three trials of one adapter: the second is the same as the first, the third fails. */
export const createTrialsReport = async () => {
  const usage = { inputTokens: 1000, outputTokens: 100 }
  const runs = await Promise.all(
    [right, right, wrong].map((call, index) =>
      scoreRun(
        toRun(issueCase('repeated'), [[{ ...call, id: `call_${index}` }]], {
          adapter: 'ai',
          model: 'small',
          usage,
          trial: index + 1,
          ms: 100 * index,
        }),
      ),
    ),
  )
  return createReport(runs, { prices: pricesFrom('2026-11-21'), createdAt })
}
