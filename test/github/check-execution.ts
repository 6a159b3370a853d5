import {
  executeOperations,
  type Outcome,
  type Run,
} from '../support/operations/execute-operations.ts'
import { check } from './check.ts'

export const workers = 8
const mostFailed = 0.02

/** Executes every operation, once with the arguments it requires and once with all. */
export const checkExecution = async (run: Run): Promise<void> => {
  for (const [round, optional] of [
    ['required arguments', false],
    ['all arguments', true],
  ] as const) {
    const started = performance.now()
    const outcomes = await executeOperations(run, { optional, workers })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const counts = Map.groupBy(outcomes, ({ result }) => result)
    const of = (result: Outcome['result']) => counts.get(result) ?? []
    const totals = [
      `${of('passed').length} served`,
      ...unwanted.map((result) => `${of(result).length} ${result}`),
    ]
    console.log(`${round}: ${outcomes.length} operations in ${seconds} s: ${totals.join(', ')}`)
    for (const { result, operation, slug, reason } of unwanted.flatMap(of))
      console.log(`  ${result}: ${operation} (${slug}): ${reason}`)
    check(
      outcomes.length === run.operations.length,
      `${round}: every operation is executed or skipped for a reason`,
    )
    check(of('violation').length === 0, `${round}: Prism reports no request violation`)
    check(of('mismatch').length === 0, `${round}: what was sent is what was asked for`)
    check(
      outcomes.length - of('passed').length <= mostFailed * outcomes.length,
      `${round}: at most ${mostFailed * 100} % fail or are skipped`,
    )
  }
}

const unwanted = ['violation', 'mismatch', 'failed', 'skipped'] as const
