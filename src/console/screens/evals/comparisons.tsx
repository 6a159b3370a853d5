import {
  compareWithBaseline,
  type Comparison,
} from '../../../evals/aggregate/compare-with-baseline.ts'
import type { EvalReport } from '../../../evals/reports/report-schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Facts } from '../../ui/page.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { toPercent } from './to-percent.ts'

type Props = {
  before: EvalReport
  after: EvalReport
  /** The earlier report. */
  name: string
}

/** Each adapter compared with the same one of an earlier report, case by case. */
export const Comparisons = ({ before, after, name }: Props) => {
  const both = after.summaries.flatMap(({ adapter, cases }) => {
    const then = before.summaries.find((summary) => summary.adapter === adapter)
    return then ? [{ adapter, of: compareWithBaseline(then.cases, cases) }] : []
  })
  return (
    <section aria-label={`Changes since ${name}`}>
      {both.length === 0 && <p>The reports have no adapter in common.</p>}
      {both.map(({ adapter, of }) => (
        <OneAdapter key={adapter} adapter={adapter} of={of} />
      ))}
    </section>
  )
}

const OneAdapter = ({ adapter, of }: { adapter: string; of: Comparison }) => (
  <>
    <h3>{adapter}</h3>
    <Facts
      of={[
        ['Cases in both', of.cases],
        ['Passed before', toPercent(of.before)],
        ['Passed now', toPercent(of.after)],
        ['Probability by chance', of.better.length + of.worse.length > 0 && toPercent(of.pValue)],
      ]}
    />
    <Changed title="Worse" tone="bad" ids={of.worse} />
    <Changed title="Better" tone="good" ids={of.better} />
    <Changed title="Added" tone="neutral" ids={of.added} />
    <Changed title="Removed" tone="neutral" ids={of.removed} />
    {of.better.length + of.worse.length === 0 && <p>No case of both changed.</p>}
  </>
)

const maximumShown = 100

const Changed = ({ title, tone, ids }: { title: string; tone: Tone; ids: string[] }) => {
  const { setQuery } = useQuery()
  if (ids.length === 0) return null
  return (
    <div class="changed">
      <Badge tone={tone}>{`${title}: ${ids.length}`}</Badge>
      {ids.slice(0, maximumShown).map((id) => (
        <button key={id} type="button" class="plain" onClick={() => setQuery({ case: id })}>
          {id}
        </button>
      ))}
      {ids.length > maximumShown && <span class="quiet">and {ids.length - maximumShown} more</span>}
    </div>
  )
}
