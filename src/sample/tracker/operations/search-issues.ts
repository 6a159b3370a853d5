import type { z } from 'zod'
import { operation } from '../../operation.ts'
import { containsWords, toIssue } from '../issues.ts'
import { issuePage, issueSearch, priority } from '../schemas.ts'
import { toPage } from '../../to-page.ts'
import type { StoredIssue, TrackerCall } from '../tracker-state.ts'

type Search = z.output<typeof issueSearch>

export const searchIssues = operation({
  method: 'POST',
  path: '/issues/search',
  operationId: 'searchIssues',
  summary: 'Search issues',
  description:
    'Finds issues by words, projects, states, labels, assignees, priorities and creation time. An empty filter finds all.',
  tags: ['issues'],
  input: { body: issueSearch },
  answer: { status: 200, description: 'A page of the issues found', schema: issuePage },
  errors: [400, 413, 415, 422],
  handle: ({ body }, { tracker }: TrackerCall) => {
    const found = [...tracker.issues.values()]
      .filter((issue) => matches(issue, body))
      .sort(inOrder(body.sort))
    const { items, position } = toPage(found, body)
    return { issues: items.map((issue) => toIssue(tracker, issue)), ...position }
  },
})

const matches = (issue: StoredIssue, search: Search) =>
  containsWords(issue, search.text) &&
  isOneOf(issue.project, search.projects) &&
  isOneOf(issue.state, search.states) &&
  isOneOf(issue.assignee, search.assignees) &&
  isOneOf(issue.priority, search.priorities) &&
  (search.labels_all ?? []).every((label) => issue.labels.includes(label)) &&
  (!search.labels_any || search.labels_any.some((label) => issue.labels.includes(label))) &&
  (!search.created_after || Date.parse(issue.created_at) > Date.parse(search.created_after)) &&
  (!search.created_before || Date.parse(issue.created_at) < Date.parse(search.created_before))

const isOneOf = <Value>(value: Value, allowed: Value[] | undefined) =>
  !allowed || allowed.includes(value)

const inOrder = (
  { by, direction }: NonNullable<Search['sort']> = { by: 'created_at', direction: 'desc' },
) => {
  const sign = direction === 'asc' ? 1 : -1
  return (a: StoredIssue, b: StoredIssue) => sign * (rank(a, by) - rank(b, by))
}

const rank = (issue: StoredIssue, by: 'created_at' | 'updated_at' | 'priority') =>
  by === 'priority' ? priority.options.indexOf(issue.priority) : Date.parse(issue[by])
