import { invalidFields, SampleError, type FieldError } from '../sample-error.ts'
import type { Issue, IssueChange } from './schemas.ts'
import { now, touch, type StoredIssue, type TrackerState } from './tracker-state.ts'

/** Returns the issue with this id, or throws a 404. */
export const findIssue = ({ issues }: TrackerState, id: string): StoredIssue => {
  const issue = issues.get(id)
  if (!issue) throw new SampleError(404, `No issue "${id}"; list or search issues to find its id`)
  return issue
}

/** The issue as the API shows it. */
export const toIssue = (
  { url, comments, attachments }: TrackerState,
  issue: StoredIssue,
): Issue => ({
  ...issue,
  comment_count: comments.filter(({ issue_id }) => issue_id === issue.id).length,
  attachments: [...attachments.values()]
    .map(({ attachment }) => attachment)
    .filter(({ issue_id }) => issue_id === issue.id),
  url: `${url}/issues/${issue.id}`,
})

/** Rejects unknown labels and assignees, and lists the known ones. */
export const checkReferences = (
  tracker: TrackerState,
  { labels = [], assignee }: Pick<IssueChange, 'labels' | 'assignee'>,
): void => {
  const errors = [
    ...labels.flatMap((name) => labelErrors(tracker, name)),
    ...(typeof assignee === 'string' ? assigneeErrors(tracker, assignee) : []),
  ]
  if (errors.length > 0) throw invalidFields(errors)
}

const labelErrors = ({ labels }: TrackerState, name: string): FieldError[] =>
  labels.some((label) => label.name === name)
    ? []
    : [
        {
          field: 'labels',
          message: `No label "${name}"; create it, or use one of: ${labels.map((label) => label.name).join(', ')}`,
        },
      ]

const assigneeErrors = ({ users }: TrackerState, username: string): FieldError[] =>
  users.some((user) => user.username === username)
    ? []
    : [
        {
          field: 'assignee',
          message: `No user "${username}"; use one of: ${users.map((user) => user.username).join(', ')}`,
        },
      ]

/** Whether all words of `text` occur in the issue's title or body, in any letter case. */
export const containsWords = ({ title, body }: StoredIssue, text = ''): boolean => {
  const content = `${title}\n${body}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word))
}

/** Applies the given fields to a stored issue, and updates its times. */
export const changeIssue = (
  tracker: TrackerState,
  issue: StoredIssue,
  change: IssueChange,
): void => {
  const at = now(tracker)
  if (change.state !== undefined && change.state !== issue.state)
    issue.closed_at = change.state === 'closed' ? at : null
  Object.assign(issue, change)
  touch(tracker, issue.id, at)
}
