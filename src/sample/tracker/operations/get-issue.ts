import { operation } from '../../operation.ts'
import { findIssue, toIssue } from '../issues.ts'
import { issue, issueParams } from '../schemas.ts'
import type { TrackerCall } from '../tracker-state.ts'

export const getIssue = operation({
  method: 'GET',
  path: '/issues/{issue_id}',
  operationId: 'getIssue',
  summary: 'Get an issue',
  description: 'Gets one issue with its attachments; its comments are listed separately.',
  tags: ['issues'],
  input: { params: issueParams },
  answer: { status: 200, description: 'The issue', schema: issue },
  errors: [404],
  handle: ({ params }, { tracker }: TrackerCall) =>
    toIssue(tracker, findIssue(tracker, params.issue_id)),
})
