import type { EvalReport, ReportSummary } from '../../../evals/reports/report-schema.ts'
import { toPage } from '../../api/current-project.ts'
import { listReports, loadReport } from '../../api/evals.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Facts, Loading, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Time, toDuration } from '../../ui/time.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { Cases } from './cases.tsx'
import { Comparisons } from './comparisons.tsx'
import { Outcome } from './outcome.tsx'
import { toPercent } from './to-percent.ts'

/** One report, and what another one has differently. */
export const ReportPage = ({ name }: { name: string }) => {
  const { query } = useQuery()
  const other = query['with'] ?? ''
  const report = useData((signal) => loadReport(name, signal), [name])
  const earlier = useData(
    async (signal) => (other === '' ? undefined : await loadReport(other, signal)),
    [other],
  )
  return (
    <Page title={name} back={{ href: toPage('evals'), text: 'Evals' }}>
      <ErrorBox error={report.error} retry={report.reload} />
      {!report.value && report.error === undefined && <Loading />}
      {report.value && <Overview of={report.value} />}
      {report.value && <CompareWith name={name} chosen={other} />}
      <ErrorBox error={earlier.error} retry={earlier.reload} />
      {report.value && earlier.value && (
        <Comparisons before={earlier.value} after={report.value} name={other} />
      )}
      {report.value && <Cases of={report.value} earlier={earlier.value} />}
    </Page>
  )
}

const Overview = ({ of }: { of: EvalReport }) => (
  <>
    <Facts
      of={[
        ['Outcome', <Outcome of={of.outcome} />],
        ['Made', <Time at={of.createdAt} exact />],
        ...of.thresholds.map(
          ({ name, least, adapter, value, holds }) =>
            [
              `${adapter}: ${name} at least ${toPercent(least)}`,
              value === null ? 'not measured' : `${toPercent(value)}, ${holds ? 'met' : 'missed'}`,
            ] as const,
        ),
        ...(of.missingConnections ?? []).map(
          ({ toolkit, userId, calls }) =>
            [
              `Not connected: ${toolkit}`,
              `${calls} calls failed${userId ? ` for ${userId}` : ''}`,
            ] as const,
        ),
      ]}
    />
    <Table
      label="Adapters"
      rows={of.summaries}
      keyOf={({ adapter }) => adapter}
      columns={[
        { title: 'Adapter', cell: ({ adapter }) => adapter },
        { title: 'Passed', cell: ({ total }) => toPercent(total.passRate), isNumber: true },
        { title: '95 % interval', cell: ({ total }) => toInterval(total), isNumber: true },
        { title: 'Cases', cell: ({ total }) => total.cases, isNumber: true },
        { title: 'Trials', cell: ({ total }) => total.trials, isNumber: true },
        { title: 'Tokens', cell: ({ usage }) => toTokens(usage), isNumber: true },
        { title: 'Took', cell: ({ ms }) => toDuration(ms), isNumber: true },
        { title: 'Not scored', cell: (row) => row.infrastructureErrors, isNumber: true },
      ]}
    />
  </>
)

const toInterval = ({ interval: { low, high } }: ReportSummary['total']): string =>
  `${toPercent(low)} to ${toPercent(high)}`

const toTokens = ({ inputTokens, outputTokens }: ReportSummary['usage']): string =>
  (inputTokens + outputTokens).toLocaleString('en')

const CompareWith = ({ name, chosen }: { name: string; chosen: string }) => {
  const { setQuery } = useQuery()
  const { value, error } = useData(listReports, [])
  const others = (value?.items ?? []).filter((item) => item.name !== name)
  return (
    <>
      <h2>Compare</h2>
      <ErrorBox error={error} />
      {value && others.length === 0 && <p class="quiet">The folder has no other report.</p>}
      {others.length > 0 && (
        <label class="field">
          <span>What changed since</span>
          <select
            value={chosen}
            onChange={(event) => setQuery({ with: event.currentTarget.value, case: undefined })}
          >
            <option value="">Choose a report</option>
            {others.map((item) => (
              <option key={item.name}>{item.name}</option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}
