import type { EvalReport, ReportRun } from '../../../evals/reports/report-schema.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Table } from '../../ui/table.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { Run } from './run.tsx'

const shownCases = 200
const shownRuns = 20

type Row = { id: string; adapter: string; runs: ReportRun[]; earlier: ReportRun[] }

/** The cases of a report, beside what they were in an earlier one; `?case=` opens one. */
export const Cases = ({ of, earlier }: { of: EvalReport; earlier: EvalReport | undefined }) => {
  const { query, setQuery } = useQuery()
  const rows = toRows(of, earlier)
  const found = rows.filter((row) => fits(row, query))
  const open = query['case']
  return (
    <>
      <h2>Cases</h2>
      <Filters
        of={[
          {
            name: 'outcome',
            label: 'Outcome',
            options: ['passed', 'failed', ...(earlier ? ['changed'] : [])],
          },
          { name: 'search', label: 'Case contains' },
        ]}
      />
      {found.length === 0 && <p class="quiet">Nothing matches the filters.</p>}
      {found.length > 0 && (
        <Rows rows={found.slice(0, shownCases)} isCompared={earlier !== undefined} />
      )}
      {found.length > shownCases && (
        <p class="quiet">{found.length - shownCases} more match: narrow the filters to see them.</p>
      )}
      {open !== undefined && (
        <Dialog title={open} close={() => setQuery({ case: undefined })}>
          <Runs rows={rows.filter(({ id }) => id === open)} />
          <div class="actions">
            <button type="button" onClick={() => setQuery({ case: undefined })}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

const toRows = (of: EvalReport, earlier: EvalReport | undefined): Row[] => {
  const keyOf = ({ adapter, id }: ReportRun) => JSON.stringify([adapter, id])
  const before = Map.groupBy(earlier?.runs ?? [], keyOf)
  return [...Map.groupBy(of.runs, keyOf)].flatMap(([key, runs]) => {
    const [first] = runs
    return first
      ? [{ id: first.id, adapter: first.adapter, runs, earlier: before.get(key) ?? [] }]
      : []
  })
}

const rateOf = (runs: readonly ReportRun[]): number =>
  runs.filter(({ passed }) => passed).length / Math.max(1, runs.length)

const fits = (row: Row, { outcome, search }: Record<string, string>): boolean =>
  (outcome !== 'passed' || rateOf(row.runs) === 1) &&
  (outcome !== 'failed' || rateOf(row.runs) < 1) &&
  (outcome !== 'changed' || (row.earlier.length > 0 && rateOf(row.runs) !== rateOf(row.earlier))) &&
  (!search || row.id.toLowerCase().includes(search.toLowerCase()))

const Rows = ({ rows, isCompared }: { rows: Row[]; isCompared: boolean }) => {
  const { setQuery } = useQuery()
  return (
    <Table
      label="Cases"
      rows={rows}
      keyOf={({ adapter, id }) => JSON.stringify([adapter, id])}
      columns={[
        {
          title: 'Case',
          cell: ({ id }) => (
            <button type="button" class="plain" onClick={() => setQuery({ case: id })}>
              {id}
            </button>
          ),
        },
        { title: 'Adapter', cell: ({ adapter }) => adapter },
        { title: 'Outcome', cell: ({ runs }) => <Passed runs={runs} /> },
        ...(isCompared
          ? [
              {
                title: 'Before',
                cell: ({ earlier }: Row) =>
                  earlier.length === 0 ? 'not there' : <Passed runs={earlier} />,
              },
            ]
          : []),
        {
          title: 'Why',
          cell: ({ runs }) => <span class="clipped">{whyOf(runs) ?? '–'}</span>,
        },
      ]}
    />
  )
}

/** What the first failed run says of itself. */
const whyOf = (runs: readonly ReportRun[]): string | undefined => {
  const failed = runs.find(({ passed }) => !passed)
  return failed && (failed.error?.message ?? failed.scores.find(({ value }) => value !== 1)?.reason)
}

const Passed = ({ runs }: { runs: readonly ReportRun[] }) => {
  const passed = runs.filter((run) => run.passed).length
  if (runs.length === 1) return <Status of={passed === 1 ? 'passed' : 'failed'} />
  return (
    <Badge tone={passed === runs.length ? 'good' : passed === 0 ? 'bad' : 'warn'}>
      {`${passed} of ${runs.length} passed`}
    </Badge>
  )
}

const Runs = ({ rows }: { rows: Row[] }) => (
  <>
    {rows.length === 0 && <p class="quiet">The report has no such case.</p>}
    {rows.map(({ adapter, runs, earlier }) => (
      <section key={adapter} aria-label={adapter}>
        {runs.slice(0, shownRuns).map((run) => (
          <Run key={run.trial} run={run} title={`${adapter}, trial ${run.trial}`} />
        ))}
        {earlier.slice(0, shownRuns).map((run) => (
          <Run key={run.trial} run={run} title={`${adapter} before, trial ${run.trial}`} />
        ))}
      </section>
    ))}
  </>
)
