import type { Context, Hono } from 'hono'
import { createThirdParty } from '../create-third-party.ts'
import { openApiDocument, type OpenApiDocument } from '../openapi-document.ts'
import { SampleError } from '../sample-error.ts'
import { addComment } from './operations/add-comment.ts'
import { closeIssue } from './operations/close-issue.ts'
import { createIssue } from './operations/create-issue.ts'
import { createLabel } from './operations/create-label.ts'
import { deleteIssue } from './operations/delete-issue.ts'
import { downloadAttachment } from './operations/download-attachment.ts'
import { exportIssues } from './operations/export-issues.ts'
import { getCurrentUser } from './operations/get-current-user.ts'
import { getIssue } from './operations/get-issue.ts'
import { createHook, deleteHook } from './operations/hooks.ts'
import { listComments } from './operations/list-comments.ts'
import { listIssues } from './operations/list-issues.ts'
import { listLabels } from './operations/list-labels.ts'
import { listProjects } from './operations/list-projects.ts'
import { searchIssues } from './operations/search-issues.ts'
import { updateIssue } from './operations/update-issue.ts'
import { uploadAttachment } from './operations/upload-attachment.ts'
import { trackerSchemas } from './schemas.ts'
import type { TrackerCall, TrackerState } from './tracker-state.ts'

/** The issue tracker: a REST API behind the key header `X-Tracker-Key`. */
export const createTracker = (tracker: TrackerState): Hono =>
  createThirdParty(
    {
      document: () => trackerDocument(tracker.url),
      identify: (context) => identify(tracker, context),
      maxBodySize: 6 * 1024 * 1024,
    },
    [...operations, createHook, deleteHook],
  )

export const trackerDocument = (url: string): OpenApiDocument =>
  openApiDocument(
    {
      title: 'Tracker',
      description:
        'The issue tracker of a product team: issues in three projects, with labels, comments and attachments.',
      url,
      schemas: trackerSchemas,
      security: {
        name: 'apiKey',
        scheme: {
          type: 'apiKey',
          in: 'header',
          name: keyHeader,
          description: 'API key of a user, trk_ and 40 characters',
        },
      },
    },
    operations,
  )

const keyHeader = 'X-Tracker-Key'

const operations = [
  listIssues,
  createIssue,
  getIssue,
  updateIssue,
  closeIssue,
  deleteIssue,
  searchIssues,
  exportIssues,
  addComment,
  listComments,
  listProjects,
  listLabels,
  createLabel,
  uploadAttachment,
  downloadAttachment,
  getCurrentUser,
]

const identify = (tracker: TrackerState, context: Context): TrackerCall => {
  const key = context.req.header(keyHeader)
  const user = tracker.users.find(({ username }) => tracker.apiKeys[username] === key)
  if (!user) throw new SampleError(401, `Send a valid API key in the header ${keyHeader}`)
  return { tracker, user }
}
