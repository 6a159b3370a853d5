import type { z } from 'zod'
import type { toolkits } from '../../contract/toolkits.ts'
import { toJsonSchema } from '../openapi-document.ts'
import { comment, issue, projectSlug } from './schemas.ts'

type Trigger = NonNullable<z.input<typeof toolkits.import.body>['triggers']>[number]

const project = { ...toJsonSchema(projectSlug), description: 'Watch this project only' }

const issueCreated: Trigger = {
  slug: 'TRACKER_ISSUE_CREATED',
  name: 'Issue created',
  description: 'Fires for each new issue in the tracker, or in one of its projects.',
  instructions:
    'Needs a connected account of the tracker. Leave out the project to watch all of them.',
  type: 'poll',
  config: {
    type: 'object',
    properties: {
      project,
      interval_seconds: {
        type: 'integer',
        minimum: 1,
        maximum: 86_400,
        default: 60,
        description: 'Seconds between two looks at the tracker',
      },
      include_existing: {
        type: 'boolean',
        default: false,
        description: 'Fire for the issues that are there already, too',
      },
    },
    additionalProperties: false,
  },
  payload: toJsonSchema(issue),
  poll: {
    request: {
      method: 'POST',
      path: '/issues/search',
      body: {
        created_after: '{cursor}',
        projects: ['{config.project}'],
        page: '{page}',
        per_page: 50,
      },
    },
    items: 'issues',
    // A restarted tracker reuses its ids.
    id: ['id', 'created_at'],
    cursor: { of: 'item', path: 'created_at' },
    pages: { by: 'page' },
    interval: { minimum_seconds: 1, default_seconds: 60 },
  },
}

const commentAdded: Trigger = {
  slug: 'TRACKER_COMMENT_ADDED',
  name: 'Comment added',
  description:
    'Fires when somebody comments on an issue of the tracker, or of one of its projects.',
  instructions:
    'Needs a connected account of the tracker. Leave out the project to watch all of them.',
  type: 'webhook',
  config: { type: 'object', properties: { project }, additionalProperties: false },
  payload: toJsonSchema(comment),
  webhook: {
    register: {
      request: {
        method: 'POST',
        path: '/hooks',
        body: { url: '{hook_url}', secret: '{secret}', project: '{config.project}' },
      },
      keep: { id: 'id' },
    },
    unregister: { request: { method: 'DELETE', path: '/hooks/{registration.id}' } },
    secret: { from: 'generated' },
    signature: { kind: 'hmac', header: 'x-tracker-signature', prefix: 'sha256=' },
    when: [{ in: 'header', name: 'x-tracker-event', equals: 'comment.added' }],
    delivery_id: { in: 'header', name: 'x-tracker-delivery' },
    payload: 'comment',
  },
}

/** The trigger types of the tracker: one is polled, one is pushed. */
export const trackerTriggers: Trigger[] = [issueCreated, commentAdded]
