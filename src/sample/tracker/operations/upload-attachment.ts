import { operation } from '../../operation.ts'
import { findIssue } from '../issues.ts'
import { attachment, issueParams, newAttachment } from '../schemas.ts'
import { nextId, now, touch, type TrackerCall } from '../tracker-state.ts'

export const uploadAttachment = operation({
  method: 'POST',
  path: '/issues/{issue_id}/attachments',
  operationId: 'uploadAttachment',
  summary: 'Upload an attachment to an issue',
  description: 'Attaches a file to an issue, such as a screenshot or a log.',
  tags: ['attachments'],
  input: { params: issueParams, body: newAttachment },
  bodyType: 'multipart/form-data',
  answer: {
    status: 201,
    description: 'The new attachment, without its content',
    schema: attachment,
  },
  errors: [400, 404, 413, 415, 422],
  handle: ({ params, body: { file, description = '' } }, { tracker, user }: TrackerCall) => {
    const stored = {
      id: nextId(tracker, 'att'),
      issue_id: findIssue(tracker, params.issue_id).id,
      filename: file.name,
      content_type: file.type || 'application/octet-stream',
      size: file.size,
      description,
      uploaded_by: user.username,
      created_at: now(tracker),
    }
    tracker.attachments.set(stored.id, { attachment: stored, content: file })
    touch(tracker, stored.issue_id, stored.created_at)
    return stored
  },
})
