import { Code } from '../../ui/copy.tsx'
import { toEvalCase } from './eval-case.ts'

type Props = {
  tool: string
  args: Record<string, unknown>
  /** What the user said, if that is known. */
  input?: string | undefined
}

/** A call as a case of `plugboard eval`, to copy into a file. */
export const SaveCase = (of: Props) => (
  <details>
    <summary>Save as eval case</summary>
    <p class="quiet">
      A line of a file such as <code>cases.jsonl</code>. Correct what the user says first, then run{' '}
      <code>npx plugboard eval cases.jsonl</code>.
    </p>
    <Code text={toEvalCase(of)} what="eval case" />
  </details>
)
