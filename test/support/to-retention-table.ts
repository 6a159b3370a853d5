import { dayMs, hourMs, minuteMs } from '../../src/service/platform/clock.ts'
import type { Expiry, Retention } from '../../src/service/platform/retention/index.ts'

/** The table of a page for operators: what each table is deleted with, and when its rows expire. */
export const toRetentionTable = (tables: readonly Retention[]): string =>
  [
    '| table | rows are kept | deleted earlier with | setting |',
    '|---|---|---|---|',
    ...tables.toSorted((one, other) => (one.table < other.table ? -1 : 1)).map(toLine),
  ].join('\n')

const toLine = ({ table, scope, owners = [], expiry = [], sharedBy, user }: Retention): string => {
  const settings = [...new Set(expiry.flatMap(({ setting }) => setting ?? []))].join(', ')
  const reasons = [
    ...(scope === undefined ? [] : ['their project']),
    ...owners.map(({ event }) => `their ${(event.split('.')[0] ?? '').replaceAll('_', ' ')}`),
    ...(user === null || user.by === 'keyed hash' ? [] : ['their user']),
  ]
  const kept = [
    ...expiry.map(toAge),
    ...(sharedBy ? [`until no row of \`${sharedBy.table}\` uses them`] : []),
  ]
  return `| \`${table}\` | ${kept.join('; ') || 'for good'} | ${[...new Set(reasons)].join(', ') || '-'} | ${
    settings
      .split(', ')
      .filter((name) => name !== '')
      .map((name) => `\`${name}\``)
      .join(', ') || '-'
  } |`
}

const toAge = ({ column, afterMs, only }: Expiry): string => {
  const which = only?.values?.length ? `${only.values.join(', ')}: ` : ''
  if (afterMs === 0) return `${which}until \`${column}\``
  const [unit, unitMs] =
    afterMs % dayMs === 0 && afterMs > dayMs
      ? ['days', dayMs]
      : afterMs % hourMs === 0 && afterMs > hourMs
        ? ['hours', hourMs]
        : ['minutes', minuteMs]
  const age = `${afterMs / Number(unitMs)} ${unit}`
  return `${which}${age} after \`${column}\``
}
