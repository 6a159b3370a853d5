import { operation } from '../../operation.ts'
import { findIssue } from '../issues.ts'
import { issueParams } from '../schemas.ts'
import type { TrackerCall } from '../tracker-state.ts'

export const deleteIssue = operation({
  method: 'DELETE',
  path: '/issues/{issue_id}',
  operationId: 'deleteIssue',
  summary: 'Delete an issue',
  description:
    'Deletes an issue for good, with its comments and attachments. Its id is not given out again.',
  tags: ['issues'],
  input: { params: issueParams },
  answer: { status: 204, description: 'The issue is gone' },
  errors: [404],
  handle: ({ params }, { tracker }: TrackerCall) => {
    const { id } = findIssue(tracker, params.issue_id)
    tracker.issues.delete(id)
    tracker.comments = tracker.comments.filter(({ issue_id }) => issue_id !== id)
    for (const { attachment } of tracker.attachments.values()) {
      if (attachment.issue_id === id) tracker.attachments.delete(attachment.id)
    }
    return new Response(null, { status: 204 })
  },
})
