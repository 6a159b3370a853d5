import type { WriteStream } from 'node:tty'
import type { ScoredRun } from '../../evals/index.ts'

/**
 * Shows each run on a terminal, in a line that is overwritten; elsewhere prints only the runs that
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
