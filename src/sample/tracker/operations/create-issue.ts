import { operation } from '../../operation.ts'
import { checkReferences, toIssue } from '../issues.ts'
import { issue, newIssue } from '../schemas.ts'
import { storeIssue, type TrackerCall } from '../tracker-state.ts'

export const createIssue = operation({
  method: 'POST',
  path: '/issues',
  operationId: 'createIssue',
  summary: 'Create an issue',
  description:
    'Creates an open issue, in the project "web" unless another is given. Labels and assignee must exist.',
  tags: ['issues'],
  input: { body: newIssue },
  answer: { status: 201, description: 'The new issue', schema: issue },
  errors: [400, 413, 415, 422],
  handle: ({ body }, { tracker, user }: TrackerCall) => {
    checkReferences(tracker, body)
    return toIssue(tracker, storeIssue(tracker, user.username, body))
  },
})
