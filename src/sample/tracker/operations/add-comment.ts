import { operation } from '../../operation.ts'
import { findIssue } from '../issues.ts'
import { comment, issueParams, newComment } from '../schemas.ts'
import { storeComment, type TrackerCall } from '../tracker-state.ts'

export const addComment = operation({
  method: 'POST',
  path: '/issues/{issue_id}/comments',
  operationId: 'addComment',
  summary: 'Add a comment to an issue',
  description: 'Adds a comment to an issue, open or closed, in the name of the current user.',
  tags: ['comments'],
  input: { params: issueParams, body: newComment },
  answer: { status: 201, description: 'The new comment', schema: comment },
  errors: [400, 404, 413, 415, 422],
  handle: ({ params, body }, { tracker, user }: TrackerCall) =>
    storeComment(tracker, {
      issue_id: findIssue(tracker, params.issue_id).id,
      author: user.username,
      body: body.body,
    }),
})
