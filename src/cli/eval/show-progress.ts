import type { WriteStream } from 'node:tty'
import type { ScoredRun } from '../../evals/index.ts'

/**
 * Tells of each run on a terminal, in one line that is written anew; elsewhere only of those that
 * did not pass.
 */
export const showProgress =
  (output: WriteStream) =>
  (run: ScoredRun, { done, total }: { done: number; total: number }): void => {
    if (output.isTTY)
      output.write(
        `\r\u001b[K${done === total ? '' : `${done} of ${total}  ${run.passed ? 'passed' : 'NOT passed'}: ${run.case.id} (${run.adapter})`}`,
      )
    else if (!run.passed)
      output.write(`${done} of ${total}  not passed: ${run.case.id} (${run.adapter})\n`)
  }
