import type { Usage as UsageAnswer } from '../../../contract/usage.ts'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { BarChart, Spark, type Bar } from '../../ui/chart.tsx'
import { CopyAs } from '../../ui/copy.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Empty, Facts, Loading, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Time, toDuration } from '../../ui/time.tsx'
import { useQuery } from '../../ui/use-query.ts'

const dayMs = 86_400_000

/** The ranges to choose from: how many days, and the intervals that they are shown in. */
const ranges = {
  day: { label: 'Last day', days: 1, interval: 'hour' },
  week: { label: 'Last week', days: 7, interval: 'hour' },
  month: { label: 'Last 30 days', days: 30, interval: 'day' },
  year: { label: 'Last year', days: 365, interval: 'day' },
} as const

const groups = { tool_slug: 'Tool', toolkit: 'Toolkit', user_id: 'User' } as const
type Group = keyof typeof groups

/** Where the calls of a group are listed. */
const filterOf: Record<Group, string> = { tool_slug: 'tool', toolkit: 'toolkit', user_id: 'user' }

const isIn = <Names extends object>(
  names: Names,
  name: string | undefined,
): name is string & keyof Names => name !== undefined && Object.hasOwn(names, name)

/** Calls over time, how many failed, how long they took, and who or what made them. */
export const Usage = () => {
  const { query } = useQuery()
  const chosen = isIn(ranges, query['range']) ? query['range'] : 'day'
  const group = isIn(groups, query['by']) ? query['by'] : 'tool_slug'
  const { days, interval } = ranges[chosen]
  const asked = () => ({
    from: new Date(Date.now() - days * dayMs).toISOString(),
    interval,
    group_by: group,
    group_limit: 20,
  })
  const { value, error, reload, isLoading } = useData(
    (signal) => client.usage.get({ query: asked() }, { signal }),
    [chosen, group],
    { refreshOn: ['call'] },
  )
  return (
    <Page title="Usage">
      <Filters
        of={[
          {
            name: 'range',
            label: 'Range',
            none: ranges.day.label,
            options: Object.entries(ranges)
              .map(([name, { label }]) => ({ value: name, label }))
              .filter((option) => option.value !== 'day'),
          },
          {
            name: 'by',
            label: 'By',
            none: groups.tool_slug,
            options: Object.entries(groups)
              .map(([name, label]) => ({ value: name, label }))
              .filter((option) => option.value !== 'tool_slug'),
          },
        ]}
      />
      <ErrorBox error={error} retry={reload} />
      {value === undefined && isLoading && <Loading />}
      {value !== undefined && isNothing(value) && <Nothing />}
      {value !== undefined && !isNothing(value) && <Counts usage={value} group={group} />}
      <CopyAs {...copyTexts('usage', 'get', { query: { interval, group_by: group } })} />
    </Page>
  )
}

const isNothing = ({ calls, deliveries }: UsageAnswer) => calls + deliveries.attempts === 0

const Nothing = () => (
  <Empty title="No call was counted in this range" command="npx plugboard logs --follow">
    <p>Calls are counted within two minutes, by hour for 32 days and by day for 400 days.</p>
  </Empty>
)

const toShare = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

const Counts = ({ usage, group }: { usage: UsageAnswer; group: Group }) => {
  const { calls, errors, duration_ms: took, series, others } = usage
  const format = new Intl.DateTimeFormat('en', {
    month: 'short',
    day: 'numeric',
    ...(usage.interval === 'hour' && { hour: '2-digit', minute: '2-digit' }),
  })
  const toBars = (read: (entry: UsageAnswer['series'][number]) => Omit<Bar, 'label'>): Bar[] =>
    series.map((entry) => ({ label: format.format(new Date(entry.start)), ...read(entry) }))
  return (
    <>
      <Facts
        of={[
          ['Calls', calls.toLocaleString('en')],
          ['Failed', `${errors.toLocaleString('en')} (${toShare(errors, calls)})`],
          ['Median', took && toDuration(took.p50)],
          ['95 % within', took && toDuration(took.p95)],
          ['99 % within', took && toDuration(took.p99)],
          ['Counted until', <Time at={usage.counted_until} />],
        ]}
      />
      <BarChart
        label="Calls, and how many of them failed"
        bars={toBars((entry) => ({ value: entry.calls, part: entry.errors }))}
      />
      <BarChart
        label="95 % of the calls took at most"
        bars={toBars((entry) => ({ value: entry.duration_ms?.p95 ?? 0 }))}
        format={toDuration}
      />
      <DeliveryChart of={usage.deliveries} format={format} />
      <h2>By {groups[group].toLowerCase()}</h2>
      <Table
        label={`Calls by ${groups[group].toLowerCase()}`}
        rows={usage.groups}
        keyOf={({ value }) => value}
        hrefOf={({ value }) => toPage('logs', { [filterOf[group]]: value })}
        columns={[
          { title: groups[group], cell: ({ value }) => <code>{value}</code> },
          {
            title: 'Over time',
            cell: (row) => <Spark values={row.series.map((entry) => entry.calls)} />,
          },
          { title: 'Calls', cell: (row) => row.calls.toLocaleString('en'), isNumber: true },
          { title: 'Share', cell: (row) => toShare(row.calls, calls), isNumber: true },
          { title: 'Failed', cell: (row) => toShare(row.errors, row.calls), isNumber: true },
          {
            title: 'Median',
            cell: ({ duration_ms: of }) => (of ? toDuration(of.p50) : '–'),
            isNumber: true,
          },
        ]}
      />
      {others.calls > 0 && (
        <p class="quiet">{others.calls.toLocaleString('en')} calls belong to none of these.</p>
      )}
    </>
  )
}

const DeliveryChart = ({
  of,
  format,
}: {
  of: UsageAnswer['deliveries']
  format: Intl.DateTimeFormat
}) =>
  of.attempts === 0 ? null : (
    <BarChart
      label="Attempts to deliver events, and how many of them failed"
      bars={of.series.map(({ start, attempts, errors }) => ({
        label: format.format(new Date(start)),
        value: attempts,
        part: errors,
      }))}
    />
  )
