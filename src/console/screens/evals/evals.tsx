import { useRoute } from 'preact-iso'
import { listReports, type ReportEntry } from '../../api/evals.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Empty, Loading, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { Outcome } from './outcome.tsx'
import { ReportPage } from './report.tsx'
import { toPercent } from './to-percent.ts'

/** Reports of `plugboard eval`; one of them at `evals/:name`, compared by `?with=`. */
export const Evals = () => {
  const { name } = useRoute().params
  return name === undefined ? <ReportList /> : <ReportPage key={name} name={name} />
}

const ReportList = () => {
  const { value, error, reload } = useData(listReports, [])
  return (
    <Page
      title="Evals"
      actions={
        <button type="button" onClick={reload}>
          Read the folder again
        </button>
      }
    >
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {value?.folder === null && <NoFolder />}
      {value && value.folder !== null && value.items.length === 0 && (
        <Empty
          title="The folder has no report yet"
          command={`npx plugboard eval cases.jsonl --model gpt-5-mini --report '${value.folder}/first.json'`}
        >
          <p>
            Calls in the log and in the playground can be saved as cases: each expects that a model
            makes that call.
          </p>
        </Empty>
      )}
      {value && value.items.length > 0 && (
        <>
          <p class="quiet">
            In <code>{value.folder}</code>. Open one to compare it with another.
          </p>
          <Reports of={value.items} />
        </>
      )}
    </Page>
  )
}

const NoFolder = () => (
  <Empty title="No folder of reports is set" command="npx plugboard dev --reports eval-reports">
    <p>
      The service shows the reports in the folder that <code>PLUGBOARD_EVAL_REPORTS</code> names;{' '}
      <code>plugboard dev</code> takes one as <code>--reports</code>.
    </p>
  </Empty>
)

const Reports = ({ of }: { of: ReportEntry[] }) => (
  <Table
    label="Reports"
    rows={of}
    keyOf={({ name }) => name}
    hrefOf={({ name }) => toPage(`evals/${encodeURIComponent(name)}`)}
    columns={[
      { title: 'Report', cell: ({ name }) => name },
      {
        title: 'Outcome',
        cell: ({ summary }) => (summary ? <Outcome of={summary.outcome} /> : 'large'),
      },
      {
        title: 'Passed',
        cell: ({ summary }) => (
          <ul class="plain-list">
            {summary?.summaries.map(({ adapter, total }) => (
              <li key={adapter}>
                {adapter}: {toPercent(total.passRate)}{' '}
                <span class="quiet">
                  ({total.passed} of {total.trials})
                </span>
              </li>
            ))}
          </ul>
        ),
      },
      { title: 'Made', cell: (row) => <Time at={row.summary?.createdAt ?? row.modified_at} /> },
    ]}
  />
)
