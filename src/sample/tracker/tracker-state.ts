import { randomBytes } from 'node:crypto'
import { pushComment } from './push-hooks.ts'
import type { Attachment, Comment, Hook, Issue, Label, NewIssue, Project, User } from './schemas.ts'
import {
  seedComments,
  seedIssues,
  seedLabels,
  seedProjects,
  seedUsers,
  type Username,
} from './seed.ts'

/** The state of the tracker, in memory. */
export type TrackerState = {
  url: string
  clock: () => Date
  users: readonly (User & { username: Username })[]
  apiKeys: Record<Username, string>
  projects: (Omit<Project, 'open_issues'> & { lastNumber: number })[]
  labels: Label[]
  /** Oldest first. */
  issues: Map<string, StoredIssue>
  comments: Comment[]
  attachments: Map<string, { attachment: Attachment; content: Blob }>
  hooks: Map<string, Hook>
  /** Called with all hooks when one is added or removed. */
  saveHooks: (hooks: Hook[]) => void
  lastId: number
}

/** An issue without the fields that are computed when it is shown. */
export type StoredIssue = Omit<Issue, 'comment_count' | 'attachments' | 'url'>

/** What a handler receives: the state and the caller. */
export type TrackerCall = { tracker: TrackerState; user: User }

type Surroundings = Pick<TrackerState, 'url' | 'clock'> & {
  hooks?: Hook[]
  saveHooks?: TrackerState['saveHooks']
}

/**
 * Creates a tracker with its initial issues; `adaKey` is the API key of the user `ada`, random if
 * absent.
 */
export const createTrackerState = (
  { url, clock, hooks = [], saveHooks = () => {} }: Surroundings,
  adaKey = randomKey(),
): TrackerState => {
  const tracker: TrackerState = {
    url,
    clock,
    users: seedUsers,
    apiKeys: { ada: adaKey, bruno: randomKey(), chioma: randomKey(), dmitri: randomKey() },
    projects: seedProjects.map((project) => ({ ...project, lastNumber: 0 })),
    labels: seedLabels.map((label) => ({ ...label })),
    issues: new Map(),
    comments: [],
    attachments: new Map(),
    hooks: new Map(),
    saveHooks,
    lastId: 0,
  }
  seedIssues.forEach((seed) => addSeed(tracker, seed))
  // Set only now, because the initial content is not pushed.
  for (const hook of hooks) tracker.hooks.set(hook.id, hook)
  return tracker
}

const randomKey = () => `trk_${randomBytes(20).toString('hex')}`

const addSeed = (
  tracker: TrackerState,
  { author, ageInHours, closed, ...fields }: (typeof seedIssues)[number],
) => {
  const issue = storeIssue(tracker, author, fields, hoursAgo(tracker, ageInHours))
  const closedAt = hoursAgo(tracker, ageInHours / 3)
  if (closed) Object.assign(issue, { state: 'closed', closed_at: closedAt, updated_at: closedAt })
  const comments = seedComments.filter(({ issue_id }) => issue_id === issue.id)
  comments.forEach((comment) => storeComment(tracker, comment, hoursAgo(tracker, ageInHours / 2)))
}

const hoursAgo = ({ clock }: TrackerState, hours: number) =>
  new Date(clock().getTime() - hours * 3_600_000).toISOString()

/** Stores a new issue under the next number of its project, such as `WEB-7`. */
export const storeIssue = (
  tracker: TrackerState,
  author: string,
  fields: NewIssue,
  at = now(tracker),
): StoredIssue => {
  const issue: StoredIssue = {
    id: nextIssueId(tracker, fields.project),
    ...fields,
    state: 'open',
    author,
    created_at: at,
    updated_at: at,
    closed_at: null,
  }
  tracker.issues.set(issue.id, issue)
  return issue
}

const nextIssueId = ({ projects }: TrackerState, slug: Project['slug']) => {
  const project = projects.find((project) => project.slug === slug)
  if (!project) throw new Error(`The tracker has no project "${slug}"`)
  project.lastNumber += 1
  return `${slug.toUpperCase()}-${project.lastNumber}`
}

/** Stores a comment, which also counts as a change of its issue, and pushes it to subscribers. */
export const storeComment = (
  tracker: TrackerState,
  fields: Pick<Comment, 'issue_id' | 'author' | 'body'>,
  at = now(tracker),
): Comment => {
  const comment = { id: nextId(tracker, 'cmt'), ...fields, created_at: at }
  tracker.comments.push(comment)
  touch(tracker, fields.issue_id, at)
  pushComment(tracker.hooks.values(), comment)
  return comment
}

/** Records that an issue changed. */
export const touch = ({ issues }: TrackerState, issueId: string, at: string): void => {
  const issue = issues.get(issueId)
  if (issue && issue.updated_at < at) issue.updated_at = at
}

export const nextId = (tracker: TrackerState, prefix: 'cmt' | 'att'): string => {
  tracker.lastId += 1
  return `${prefix}_${tracker.lastId}`
}

export const now = ({ clock }: TrackerState): string => clock().toISOString()
