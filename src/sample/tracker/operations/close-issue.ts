import { operation } from '../../operation.ts'
import { changeIssue, findIssue, toIssue } from '../issues.ts'
import { closing, issue, issueParams } from '../schemas.ts'
import { storeComment, type TrackerCall } from '../tracker-state.ts'

export const closeIssue = operation({
  method: 'POST',
  path: '/issues/{issue_id}/close',
  operationId: 'closeIssue',
  summary: 'Close an issue',
  description:
    'Closes an issue, with a last comment if one is given. An issue that is closed already stays closed.',
  tags: ['issues'],
  input: { params: issueParams, body: closing },
  bodyOptional: true,
  answer: { status: 200, description: 'The closed issue', schema: issue },
  errors: [400, 404, 413, 415, 422],
  handle: ({ params, body }, { tracker, user }: TrackerCall) => {
    const found = findIssue(tracker, params.issue_id)
    if (body.comment)
      storeComment(tracker, { issue_id: found.id, author: user.username, body: body.comment })
    if (found.state === 'open') changeIssue(tracker, found, { state: 'closed' })
    return toIssue(tracker, found)
  },
})
