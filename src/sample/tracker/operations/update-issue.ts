import { operation } from '../../operation.ts'
import { changeIssue, checkReferences, findIssue, toIssue } from '../issues.ts'
import { issue, issueChange, issueParams } from '../schemas.ts'
import type { TrackerCall } from '../tracker-state.ts'

export const updateIssue = operation({
  method: 'PATCH',
  path: '/issues/{issue_id}',
  operationId: 'updateIssue',
  summary: 'Update an issue',
  description:
    'Changes the given fields of an issue and leaves the others. The state "open" opens a closed issue again.',
  tags: ['issues'],
  input: { params: issueParams, body: issueChange },
  answer: { status: 200, description: 'The issue after the change', schema: issue },
  errors: [400, 404, 413, 415, 422],
  handle: ({ params, body }, { tracker }: TrackerCall) => {
    const found = findIssue(tracker, params.issue_id)
    checkReferences(tracker, body)
    changeIssue(tracker, found, body)
    return toIssue(tracker, found)
  },
})
