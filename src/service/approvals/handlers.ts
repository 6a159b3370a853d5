import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { Approvals } from './approvals.ts'

export const approvalHandlers = ({
  approvals,
}: {
  approvals: Approvals
}): Handlers<typeof contract.approvals> => ({
  list: async ({ query }, { project }) => ({
    status: 200,
    body: await approvals.list(
      project,
      {
        status: query.status,
        userIds: query.user_ids,
        tools: query.tool_slugs?.map((slug) => slug.toUpperCase()),
        sessionIds: query.session_ids,
      },
      query,
    ),
  }),
})
