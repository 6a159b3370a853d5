import { z } from 'zod'

/**
 * The schemas of the tracker's requests and responses. A named schema here is a component of its
 * OpenAPI document (see `trackerSchemas`).
 */

export const projectSlug = z.enum(['web', 'mobile', 'billing']).describe('Project, by its slug')
const issueState = z.enum(['open', 'closed']).describe('Whether the issue is open or closed')
export const priority = z.enum(['low', 'medium', 'high', 'urgent']).describe('How soon it matters')

const time = (description: string) => z.iso.datetime().describe(description)
const issueId = z.string().describe('Issue, by its id, such as WEB-1')
const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('One line that says what is wrong or wanted')
const issueText = z.string().max(65_536).describe('The whole story, in Markdown')
const labelNames = z
  .array(z.string())
  .max(20)
  .describe('Labels, by name, such as bug; each must exist in the tracker')
const assignee = z.string().describe('Username of who works on it: ada, bruno, chioma or dmitri')
const assigneeOrNobody = z
  .string()
  .nullable()
  .describe('Username of who works on it: ada, bruno, chioma or dmitri; null for nobody')

export const user = z.object({
  username: z.string(),
  name: z.string(),
  email: z.email(),
})

const project = z.object({
  slug: projectSlug,
  name: z.string(),
  description: z.string(),
  open_issues: z.int().min(0),
})

export const projectList = z.object({ projects: z.array(project) })

export const label = z.object({
  name: z.string().trim().min(1).max(50).describe('Name, unique in the tracker'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Give a color as #rrggbb')
    .describe('Color as #rrggbb'),
  description: z.string().max(200),
})

export const labelList = z.object({ labels: z.array(label) })

export const newLabel = z.strictObject({
  name: label.shape.name,
  color: label.shape.color.default('#888888'),
  description: label.shape.description.default('').describe('When to use it'),
})

export const attachment = z.object({
  id: z.string(),
  issue_id: issueId,
  filename: z.string(),
  content_type: z.string(),
  size: z.int().min(0).describe('In bytes'),
  description: z.string(),
  uploaded_by: z.string().describe('Username'),
  created_at: time('When it was uploaded'),
})

export const newAttachment = z.strictObject({
  file: z
    .file()
    .max(5 * 1024 * 1024, 'A file may have 5 MiB at most')
    .describe('The file, 5 MiB at most'),
  description: z.string().max(200).optional().describe('What the file shows'),
})

export const issue = z.object({
  id: issueId,
  project: projectSlug,
  title: z.string(),
  body: z.string(),
  state: issueState,
  priority,
  labels: z.array(z.string()),
  assignee: z.string().nullable().describe('Username of who works on it'),
  author: z.string().describe('Username of who created it'),
  comment_count: z.int().min(0),
  attachments: z.array(attachment),
  created_at: time('When it was created'),
  updated_at: time('When it, its comments or its attachments last changed'),
  closed_at: time('When it was closed').nullable(),
  url: z.url(),
})

const pageFields = {
  page: z.int().min(1),
  per_page: z.int().min(1),
  total: z.int().min(0).describe('Matches on all pages'),
  next_page: z.int().min(2).nullable().describe('The next page, null on the last'),
}

export const issuePage = z.object({ issues: z.array(issue), ...pageFields })

export const newIssue = z.strictObject({
  title,
  body: issueText.default(''),
  project: projectSlug.default('web'),
  labels: labelNames.default([]),
  assignee: assigneeOrNobody.default(null),
  priority: priority.default('medium'),
})

export const issueChange = z
  .strictObject({
    title: title.optional(),
    body: issueText.optional(),
    state: issueState.optional(),
    labels: labelNames.optional().describe('The new labels, in place of the old ones'),
    assignee: assigneeOrNobody.optional(),
    priority: priority.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Give at least one field to change')
  .meta({ minProperties: 1 })

export const closing = z.strictObject({
  comment: z
    .string()
    .trim()
    .min(1)
    .max(65_536)
    .optional()
    .describe('A last comment, added before closing'),
})

export const issueSearch = z.strictObject({
  text: z.string().optional().describe('Words that must all occur in the title or the body'),
  projects: z.array(projectSlug).optional().describe('Any of these projects'),
  states: z.array(issueState).optional().describe('Any of these states'),
  labels_all: z.array(z.string()).optional().describe('All of these labels'),
  labels_any: z.array(z.string()).optional().describe('At least one of these labels'),
  assignees: z
    .array(z.string().nullable())
    .optional()
    .describe('Any of these usernames; null finds unassigned issues'),
  priorities: z.array(priority).optional().describe('Any of these priorities'),
  created_after: z.iso.datetime({ offset: true }).optional().describe('Created after this time'),
  created_before: z.iso.datetime({ offset: true }).optional().describe('Created before this time'),
  sort: z
    .strictObject({
      by: z.enum(['created_at', 'updated_at', 'priority']).default('created_at'),
      direction: z.enum(['asc', 'desc']).default('desc'),
    })
    .optional()
    .describe('Newest first when absent'),
  page: z.int().min(1).default(1),
  per_page: z.int().min(1).max(100).default(20),
})

export const comment = z.object({
  id: z.string(),
  issue_id: issueId,
  author: z.string().describe('Username'),
  body: z.string(),
  created_at: time('When it was written'),
})

export const commentPage = z.object({ comments: z.array(comment), ...pageFields })

export const newComment = z.strictObject({
  body: z.string().trim().min(1).max(65_536).describe('The comment, in Markdown'),
})

export const newHook = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).describe('Where comments are pushed to'),
  secret: z.string().min(16).max(255).describe('What they are signed with'),
  project: projectSlug.nullable().default(null).describe('Those of one project only'),
})

export const hook = newHook.extend({ id: z.string() })

export const issueParams = z.object({ issue_id: issueId })

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1).describe('Page, from 1'),
  per_page: z.coerce.number().int().min(1).max(100).default(20).describe('Items on a page'),
})

export const issueFilter = z.object({
  project: projectSlug.optional(),
  state: issueState.optional(),
  label: z
    .array(z.string())
    .optional()
    .describe('Labels that an issue must all have; repeat the parameter for several'),
  assignee: assignee.optional(),
  q: z.string().optional().describe('Words that must all occur in the title or the body'),
})

export const trackerSchemas = {
  User: user,
  ProjectList: projectList,
  Project: project,
  Label: label,
  LabelList: labelList,
  NewLabel: newLabel,
  Attachment: attachment,
  NewAttachment: newAttachment,
  Issue: issue,
  IssuePage: issuePage,
  NewIssue: newIssue,
  IssueChange: issueChange,
  Closing: closing,
  IssueSearch: issueSearch,
  Comment: comment,
  CommentPage: commentPage,
  NewComment: newComment,
}

export type User = z.output<typeof user>
export type Project = z.output<typeof project>
export type Label = z.output<typeof label>
export type Attachment = z.output<typeof attachment>
export type Issue = z.output<typeof issue>
export type Comment = z.output<typeof comment>
export type NewIssue = z.output<typeof newIssue>
export type IssueChange = z.output<typeof issueChange>
export type Hook = z.output<typeof hook>
