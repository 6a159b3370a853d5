import { operation } from '../../operation.ts'
import { findIssue } from '../issues.ts'
import { commentPage, issueParams, pageQuery } from '../schemas.ts'
import { toPage } from '../../to-page.ts'
import type { TrackerCall } from '../tracker-state.ts'

export const listComments = operation({
  method: 'GET',
  path: '/issues/{issue_id}/comments',
  operationId: 'listComments',
  summary: 'List the comments of an issue',
  description: 'Lists the comments of an issue, oldest first.',
  tags: ['comments'],
  input: { params: issueParams, query: pageQuery },
  answer: { status: 200, description: 'A page of comments', schema: commentPage },
  errors: [404, 422],
  handle: ({ params, query }, { tracker }: TrackerCall) => {
    const { id } = findIssue(tracker, params.issue_id)
    const { items, position } = toPage(
      tracker.comments.filter(({ issue_id }) => issue_id === id),
      query,
    )
    return { comments: items, ...position }
  },
})
