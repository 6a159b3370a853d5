import type { z } from 'zod'
import { operation } from '../../operation.ts'
import { containsWords, toIssue } from '../issues.ts'
import { issueFilter, issuePage, pageQuery } from '../schemas.ts'
import { toPage } from '../../to-page.ts'
import type { StoredIssue, TrackerCall, TrackerState } from '../tracker-state.ts'

export const listIssues = operation({
  method: 'GET',
  path: '/issues',
  operationId: 'listIssues',
  summary: 'List issues',
  description:
    'Lists issues, newest first, open and closed ones alike unless filtered. Filters combine: an issue must meet all of them.',
  tags: ['issues'],
  input: { query: issueFilter.extend(pageQuery.shape) },
  answer: { status: 200, description: 'A page of issues', schema: issuePage },
  errors: [422],
  handle: ({ query }, { tracker }: TrackerCall) => {
    const { items, position } = toPage(filterIssues(tracker, query), query)
    return { issues: items.map((issue) => toIssue(tracker, issue)), ...position }
  },
})

/** Returns the issues that match all given filters, newest first. */
export const filterIssues = (
  { issues }: TrackerState,
  filter: z.output<typeof issueFilter>,
): StoredIssue[] =>
  [...issues.values()]
    .reverse()
    .filter(
      (issue) =>
        (filter.project === undefined || issue.project === filter.project) &&
        (filter.state === undefined || issue.state === filter.state) &&
        (filter.assignee === undefined || issue.assignee === filter.assignee) &&
        (filter.label ?? []).every((label) => issue.labels.includes(label)) &&
        containsWords(issue, filter.q),
    )
