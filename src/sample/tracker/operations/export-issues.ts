import { operation } from '../../operation.ts'
import { issueFilter } from '../schemas.ts'
import { toCsv } from '../to-csv.ts'
import type { TrackerCall } from '../tracker-state.ts'
import { filterIssues } from './list-issues.ts'

export const exportIssues = operation({
  method: 'GET',
  path: '/exports/issues.csv',
  operationId: 'exportIssues',
  summary: 'Export issues as CSV',
  description:
    'Exports all issues that meet the filters, newest first, as CSV with a header line; labels are separated by semicolons.',
  tags: ['issues'],
  input: { query: issueFilter },
  answer: { status: 200, description: 'The issues', mediaType: 'text/csv' },
  errors: [422],
  handle: ({ query }, { tracker }: TrackerCall) => {
    const rows = filterIssues(tracker, query).map((issue) =>
      columns.map((column) => toCell(issue[column])),
    )
    return new Response(toCsv([columns, ...rows]), {
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    })
  },
})

const columns = [
  'id',
  'project',
  'title',
  'state',
  'priority',
  'labels',
  'assignee',
  'author',
  'created_at',
  'updated_at',
  'closed_at',
] as const

const toCell = (value: string | string[] | null) =>
  Array.isArray(value) ? value.join(';') : (value ?? '')
