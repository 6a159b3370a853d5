import type { ReportRun } from '../../../evals/reports/report-schema.ts'
import { Status } from '../../ui/badge.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Facts } from '../../ui/page.tsx'
import { toDuration } from '../../ui/time.tsx'

/** One run of a case: what was said, what was expected and what the model did. */
export const Run = ({ run, title }: { run: ReportRun; title: string }) => (
  <details open={!run.passed}>
    <summary>
      {title} <Status of={run.passed ? 'passed' : 'failed'} />
    </summary>
    <Facts
      of={[
        ['Model', run.model],
        ['Took', toDuration(run.ms)],
        ['Tokens', (run.usage.inputTokens + run.usage.outputTokens).toLocaleString('en')],
        ['Error', run.error && `${run.error.kind}: ${run.error.message}`],
        ...run.scores.map(
          ({ name, value, reason }) =>
            [name, value === null ? 'not scored' : `${value.toFixed(2)} ${reason}`] as const,
        ),
      ]}
    />
    <ul class="conversation">
      {run.messages.map(({ role, content }, index) => (
        <li key={index}>
          <strong>{role}</strong> {content}
        </li>
      ))}
    </ul>
    {run.pairs.map((pair, index) => (
      <Pair key={index} pair={pair} />
    ))}
    {run.extraCalls.length > 0 && (
      <JsonView value={run.extraCalls} label="calls that were not expected" />
    )}
    {run.text !== '' && (
      <p>
        <strong>Answer</strong> {run.text}
      </p>
    )}
    <details>
      <summary>Steps: {run.steps.length}</summary>
      <JsonView value={run.steps} label="steps" />
    </details>
  </details>
)

const Pair = ({ pair }: { pair: ReportRun['pairs'][number] }) => {
  const differing = pair.places.filter(({ value }) => value < 1)
  return (
    <div class="pair">
      <p>
        Expected <code>{pair.expected}</code>,{' '}
        {pair.called === null ? (
          'not called'
        ) : (
          <>
            called <code>{pair.called}</code>
          </>
        )}
        {pair.called !== null && differing.length === 0 && ' as expected'}
      </p>
      {differing.length > 0 && (
        <ul>
          {differing.map(({ path, expected, actual, reason }) => (
            <li key={path}>
              <code>{path}</code>: {reason} <JsonView value={{ expected, actual }} label={path} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
