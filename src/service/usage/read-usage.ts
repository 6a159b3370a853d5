import { longestUsage, type Usage } from '../../contract/usage.ts'
import type { Project } from '../endpoint/index.ts'
import { dayMs, hourMs, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { timeOfOrderedId } from '../platform/ids.ts'
import { ServiceError } from '../service-error.ts'
import { startOfDay, startOfHour } from './count-calls.ts'
import { percentile } from './duration-classes.ts'
import { usageStore, type CountRow, type CountTable, type Selection } from './store.ts'

export type UsageQuery = {
  from?: string | undefined
  to?: string | undefined
  interval?: Usage['interval'] | undefined
  group_by?: 'tool_slug' | 'toolkit' | 'user_id' | undefined
  group_limit?: number | undefined
}

const intervals = {
  hour: { ms: hourMs, startOf: startOfHour, table: 'usage_hours' },
  day: { ms: dayMs, startOf: startOfDay, table: 'usage_days' },
} as const satisfies Record<
  Usage['interval'],
  { ms: number; startOf: (time: string) => string; table: CountTable }
>

const groupings = {
  tool_slug: { dimension: 'tool', column: 'value' },
  toolkit: { dimension: 'tool', column: 'toolkit' },
  user_id: { dimension: 'user', column: 'value' },
} as const

/** Answers how much a project called, from what was counted. */
export const createReadUsage = ({ database, clock }: { database: Database; clock: Clock }) => {
  const store = usageStore(database.handle)
  return async (project: Project, query: UsageQuery): Promise<Usage> => {
    const { from, to, interval } = toRange(query, clock.now())
    const { table } = intervals[interval]
    const selection: Selection = { projectId: project.id, table, dimension: 'tool', from, to }
    const rows = await store.sumByStart(selection)
    const starts = listStarts(from, to, intervals[interval].ms)
    const byStart = Map.groupBy(rows, ({ start }) => start)
    const groups = query.group_by ? await readGroups(store, selection, query, starts) : []
    const total = toCounts(rows)
    const grouped = sumUp(groups)
    const deliveries = await store.sumByStart({ ...selection, dimension: 'delivery' })
    const position = await store.findPosition()
    return {
      interval,
      from,
      to,
      counted_until: new Date(timeOfOrderedId('log_', position)).toISOString(),
      ...total,
      duration_ms: toDurations(rows),
      series: starts.map((start) => {
        const inInterval = byStart.get(start) ?? []
        return { start, ...toCounts(inInterval), duration_ms: toDurations(inInterval) }
      }),
      groups,
      deliveries: toDeliveries(deliveries, starts),
      others: { calls: total.calls - grouped.calls, errors: total.errors - grouped.errors },
    }
  }
}

type Summed = Awaited<ReturnType<ReturnType<typeof usageStore>['sumByStart']>>

const toDeliveries = (rows: Summed, starts: readonly string[]): Usage['deliveries'] => {
  const byStart = Map.groupBy(rows, ({ start }) => start)
  const toAttempts = (of: Summed) => {
    const { calls: attempts, errors } = toCounts(of)
    return { attempts, errors }
  }
  return {
    ...toAttempts(rows),
    duration_ms: toDurations(rows),
    series: starts.map((start) => ({ start, ...toAttempts(byStart.get(start) ?? []) })),
  }
}

const readGroups = async (
  store: ReturnType<typeof usageStore>,
  all: Selection,
  { group_by = 'tool_slug', group_limit = 10 }: UsageQuery,
  starts: readonly string[],
): Promise<Usage['groups']> => {
  const { dimension, column } = groupings[group_by]
  const selection: Selection = { ...all, dimension }
  const values = await store.listLargest(selection, column, group_limit)
  if (values.length === 0) return []
  const byStart = await store.sumGroupsByStart(selection, column, values)
  const byDuration = await store.sumGroupsByDuration(selection, column, values)
  return values.map((value) => {
    const ofGroup = byDuration.filter(({ group }) => group === value)
    const series = Map.groupBy(
      byStart.filter(({ group }) => group === value),
      ({ start }) => start,
    )
    return {
      value,
      ...toCounts(ofGroup),
      duration_ms: toDurations(ofGroup),
      series: starts.map((start) => ({ start, ...toCounts(series.get(start) ?? []) })),
    }
  })
}

const toRange = (query: UsageQuery, now: Date) => {
  const end = readTime('to', query.to) ?? now
  const from = readTime('from', query.from)
  const isShort = from !== undefined && end.getTime() - from.getTime() <= 3 * dayMs
  const interval = query.interval ?? (from === undefined || isShort ? 'hour' : 'day')
  const { ms, startOf } = intervals[interval]
  const usual = new Date(end.getTime() - 1 - (interval === 'hour' ? dayMs : 30 * dayMs) + ms)
  const range = {
    from: startOf((from ?? usual).toISOString()),
    to: end.toISOString(),
    interval,
  }
  const count = (end.getTime() - Date.parse(range.from)) / ms
  if (count <= 0)
    throw new ServiceError(
      'invalid_request',
      `from (${range.from}) is not before to (${range.to})`,
      {
        suggestedFix: 'Give a time before `to`, or leave `from` out',
      },
    )
  if (Math.floor(count) > longestUsage[interval])
    throw new ServiceError(
      'invalid_request',
      `The range from ${range.from} to ${range.to} has ${Math.ceil(count)} intervals; an answer has at most ${longestUsage[interval]}`,
      {
        suggestedFix:
          interval === 'hour'
            ? 'Ask for a shorter range, or for interval=day'
            : 'Ask for a shorter range',
      },
    )
  return range
}

const readTime = (name: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  const time = new Date(text)
  // Beyond the year 9999 times have more digits, and do not sort as text.
  if (Number.isNaN(time.getTime()) || !/^\d{4}-/.test(time.toISOString()))
    throw new ServiceError('invalid_request', `${name} is no time: "${text.slice(0, 40)}"`, {
      suggestedFix: 'Give ISO 8601, such as 2026-11-24T10:00:00Z',
    })
  return time
}

const listStarts = (from: string, to: string, ms: number): string[] => {
  const starts: string[] = []
  for (let time = Date.parse(from); time < Date.parse(to); time += ms)
    starts.push(new Date(time).toISOString())
  return starts
}

const sumUp = (parts: readonly { calls: number; errors: number }[]) => ({
  calls: parts.reduce((sum, { calls }) => sum + calls, 0),
  errors: parts.reduce((sum, { errors }) => sum + errors, 0),
})

const toCounts = (rows: readonly Pick<CountRow, 'status' | 'calls'>[]) =>
  sumUp(rows.map(({ status, calls }) => ({ calls, errors: status === 'error' ? calls : 0 })))

const toDurations = (
  rows: readonly Pick<CountRow, 'duration_class' | 'calls' | 'duration_ms'>[],
): Usage['duration_ms'] => {
  const classes = new Map<number, number>()
  for (const { duration_class, calls } of rows)
    classes.set(duration_class, (classes.get(duration_class) ?? 0) + calls)
  const calls = rows.reduce((sum, row) => sum + row.calls, 0)
  if (calls === 0) return null
  const total = rows.reduce((sum, row) => sum + row.duration_ms, 0)
  return {
    average: Number((total / calls).toPrecision(3)),
    p50: percentile(classes, 0.5),
    p95: percentile(classes, 0.95),
    p99: percentile(classes, 0.99),
  }
}
