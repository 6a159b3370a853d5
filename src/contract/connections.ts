import { z } from 'zod'
import { approvalId, connectedAccountId, success, timestamp, toolkitSlug } from './common.ts'
import { accountStatus, accountName, confirmationCode } from './connected-accounts.ts'
import { endpoint } from './endpoint.ts'
import { approvalDecision, approvalStatus } from './session-approvals.ts'

/** A toolkit as people see it. */
const shownToolkit = z.object({
  slug: z.string(),
  name: z.string(),
  logo: z.string().nullable().describe('Address of its logo at the service'),
})

/** An account as its own user sees it: no credential, and nothing of how it was set up. */
const connection = z.object({
  id: z.string(),
  toolkit: shownToolkit,
  name: accountName.nullable().describe('As its user or the project named it'),
  owner: z
    .string()
    .max(200)
    .nullable()
    .describe('Whose account it is, as the API said: a text of a third party'),
  status: accountStatus,
  is_disabled: z.boolean().describe('The project switched it off'),
  can_reconnect: z.boolean().describe('Its user can be sent to connect it again'),
  created_at: timestamp,
})
export type Connection = z.infer<typeof connection>

/** A call that waits for its user, with what it would do. */
const waitingCall = z.object({
  approval_id: z.string(),
  toolkit: shownToolkit,
  tool: z.object({
    slug: z.string(),
    name: z.string(),
    is_destructive: z.boolean().describe('It may change or delete things'),
  }),
  connected_account_id: z.string().nullable(),
  arguments: z
    .object({
      shown: z
        .array(
          z.object({
            name: z.string(),
            text: z.string(),
            is_secret: z.boolean(),
            cut: z.number().describe('How many characters are not shown'),
          }),
        )
        .max(100),
      more: z.number().describe('How many arguments are not shown'),
    })
    .nullable()
    .describe('Null where the stored ones were damaged: the call can then only be denied'),
  created_at: timestamp,
  expires_at: timestamp,
})
export type WaitingCall = z.infer<typeof waitingCall>

const errors = ['invalid_request', 'unauthorized', 'forbidden', 'internal'] as const
const params = z.object({ id: connectedAccountId })

/**
 * What the bearer of a connect token may do: everything for the token's user and toolkits, which no
 * request names (rule 6.11).
 */
export const connections = {
  list: endpoint({
    method: 'GET',
    path: '/connections',
    summary: "List the accounts of the token's user, newest first",
    description: 'At most 1,000. An account that was never connected is not among them.',
    auth: 'ticket',
    responses: { 200: z.object({ items: z.array(connection).max(1000) }) },
    errors: ['unauthorized', 'forbidden', 'internal'],
  }),
  toolkits: endpoint({
    method: 'GET',
    path: '/connections/toolkits',
    summary: 'List the toolkits that the user can connect, by name',
    auth: 'ticket',
    responses: {
      200: z.object({
        project: z.object({
          name: z.string().nullable().describe('Null: it was given none'),
          logo_url: z.string().nullable(),
          accent_color: z.string().nullable().describe('As the project set it'),
          page_theme: z.enum(['system', 'light', 'dark']),
        }),
        user: z.object({
          name: z
            .string()
            .max(200)
            .describe(
              'The id of the user as people are shown it: shortened, with characters that hide or reorder others as numbers',
            ),
        }),
        items: z.array(shownToolkit).max(1000),
      }),
    },
    errors: ['unauthorized', 'forbidden', 'internal'],
  }),
  approvals: endpoint({
    method: 'GET',
    path: '/connections/approvals',
    summary: 'List the calls of agents that wait for the user, newest first',
    description: 'At most 50.',
    auth: 'ticket',
    responses: { 200: z.object({ items: z.array(waitingCall).max(50) }) },
    errors: ['unauthorized', 'forbidden', 'internal'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/connections/approvals/{approval_id}',
    summary: 'Approve or deny a call for the user',
    auth: 'ticket',
    params: z.object({ approval_id: approvalId }),
    body: z.object({ decision: approvalDecision }).meta({ examples: [{ decision: 'approve' }] }),
    responses: { 200: z.object({ approval_id: z.string(), status: approvalStatus }) },
    errors: [...errors, 'not_found', 'unprocessable'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/connections/link',
    summary: 'Create a link at which the user connects an account, or connects one again',
    description:
      'Open `redirect_url` in a window of its own, and read the connection until it is ACTIVE.',
    auth: 'ticket',
    body: z
      .object({
        toolkit: toolkitSlug.optional(),
        connection_id: connectedAccountId.optional().describe('An account that needs its user'),
      })
      .refine(
        ({ toolkit, connection_id }) => (toolkit === undefined) !== (connection_id === undefined),
        'must have either toolkit or connection_id',
      )
      .meta({ examples: [{ toolkit: 'github' }] }),
    needsBody: true,
    responses: {
      201: z.object({
        connection_id: z.string(),
        redirect_url: z.string(),
        expires_at: timestamp,
        needs_code: z
          .boolean()
          .describe('The page will show a code, which `confirm` takes: the project asks for it'),
      }),
    },
    errors: [...errors, 'not_found', 'unprocessable'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/connections/{id}',
    summary: 'Get an account of the user',
    auth: 'ticket',
    params,
    responses: { 200: connection },
    errors: [...errors, 'not_found'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/connections/{id}/confirm',
    summary: 'Confirm a connection with the code that its page showed',
    auth: 'ticket',
    params,
    body: z.object({ code: confirmationCode }).meta({ examples: [{ code: 'BCDF-GHJK' }] }),
    responses: { 200: z.object({ id: z.string(), status: accountStatus }) },
    errors: [...errors, 'not_found', 'unprocessable'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/connections/{id}',
    summary: 'Name an account of the user',
    auth: 'ticket',
    params,
    body: z
      .object({ name: accountName.nullable().describe('Null: no name') })
      .meta({ examples: [{ name: 'Work' }] }),
    responses: { 200: connection },
    errors: [...errors, 'not_found'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/connections/{id}',
    summary: 'Disconnect an account of the user: it and its credential are deleted',
    auth: 'ticket',
    params,
    responses: { 200: success },
    errors: [...errors, 'not_found'],
  }),
}

/** What a user can connect, the project that asks, and who the user is. */
export type ConnectableToolkits = z.infer<(typeof connections.toolkits.responses)[200]>
/** Where a user connects. */
export type ConnectionLink = z.infer<(typeof connections.link.responses)[201]>
