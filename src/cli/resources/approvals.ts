import { toReadableTime } from '../to-readable-time.ts'
import { byUser } from './filters.ts'
import { action, list, type Resource } from './resource.ts'

const inSession = {
  flags: '--session <id>',
  description: 'the session of the call (trs_…)',
  to: 'params.session_id',
  isRequired: true,
} as const

const approval = { '<approval>': 'params.approval_id' } as const

export const approvals: Resource = {
  name: 'approvals',
  description: 'Calls that wait for the decision of a person',
  examples: [
    'plugboard approvals --status pending --follow',
    'plugboard approvals approve apr_5Tn1Hx8Qk --session trs_9Lk3Wq7Zx5Vb2Nm8',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'approvals.list',
      summary: 'List the calls that need or needed an approval, newest first',
      options: [
        byUser,
        {
          flags: '--tool <slug>',
          description: 'only calls of this tool',
          to: 'query.tool_slugs',
          kind: 'list',
        },
        {
          flags: '--session <id>',
          description: 'only in this session (trs_…)',
          to: 'query.session_ids',
          kind: 'list',
        },
        {
          flags: '--status <status>',
          description: 'only in this state',
          to: 'query.status',
          choices: ['pending', 'approved', 'denied', 'used', 'expired'],
        },
      ],
      columns: {
        APPROVAL: ({ approval_id }) => approval_id,
        STATUS: ({ status }) => status,
        EXPIRES: ({ expires_at }) => new Date(expires_at),
        SESSION: ({ session_id }) => session_id,
        USER: ({ user_id }) => user_id,
        TOOL: ({ tool_slug }) => tool_slug,
        ARGUMENTS: ({ arguments: given }) => given && JSON.stringify(given),
      },
      empty: 'There are no such approvals. A session has some where its rules say so (approvals)',
      isFollowed: true,
    }),
    action({
      name: 'approve',
      operation: 'sessions.decide',
      summary: 'Allow a call, which runs once when it is made again',
      arguments: approval,
      options: [inSession],
      fixed: { 'body.decision': 'approve' },
      outcome: ({ tool_slug, expires_at }) =>
        `Approved. ${tool_slug} runs when the same call is made again, until ${toReadableTime(new Date(expires_at))}.`,
    }),
    action({
      name: 'deny',
      operation: 'sessions.decide',
      summary: 'Refuse a call',
      arguments: approval,
      options: [inSession],
      fixed: { 'body.decision': 'deny' },
      outcome: ({ tool_slug }) => `Denied. ${tool_slug} does not run.`,
    }),
  ],
}
