import { z } from 'zod'
import { triggerPoll } from './import-trigger-poll.ts'
import { jsonInput } from './json-input.ts'
import { schemaLimits } from './json-limits.ts'
import { triggerWebhook } from './import-trigger-webhook.ts'

const described = {
  slug: z
    .string()
    .max(64)
    .regex(/^[A-Z0-9_]+$/, 'must be upper-case letters, digits and "_"')
    .describe("Begins with the toolkit's, for example NOTES_NOTE_MADE"),
  name: z.string().min(1).max(100),
  description: z.string().max(2000),
  instructions: z
    .string()
    .max(4000)
    .default('')
    .describe(
      'What to prepare before an instance is set up, such as what to enter in the console of the provider',
    ),
  config: jsonInput(schemaLimits)
    .default({ type: 'object' })
    .describe(
      'JSON Schema of the configuration; default: no settings. `interval_seconds` and `include_existing` have the same meaning for all polled types',
    ),
  payload: jsonInput(schemaLimits).describe('JSON Schema of the delivered data'),
}

/**
 * A trigger type of an imported toolkit: its description, and how its events are polled or
 * received.
 */
export const importTrigger = z.discriminatedUnion('type', [
  z.strictObject({ ...described, type: z.literal('poll'), poll: triggerPoll }),
  z.strictObject({ ...described, type: z.literal('webhook'), webhook: triggerWebhook }),
])
export type ImportTrigger = z.output<typeof importTrigger>

/** Examples for the description of the import, one of each kind. */
export const importTriggerExamples: z.input<typeof importTrigger>[] = [
  {
    slug: 'NOTES_NOTE_MADE',
    name: 'Note made',
    description: 'Fires for each new note.',
    type: 'poll',
    config: { type: 'object', properties: { folder: { type: 'string' } } },
    payload: { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } },
    poll: {
      request: { path: '/notes', query: { folder: '{config.folder}', since: '{cursor}' } },
      items: 'notes',
      id: ['id'],
      cursor: { of: 'item', path: 'created_at' },
    },
  },
  {
    slug: 'NOTES_NOTE_SHARED',
    name: 'Note shared',
    description: 'Fires when somebody shares a note.',
    type: 'webhook',
    config: { type: 'object' },
    payload: { type: 'object', properties: { id: { type: 'string' }, with: { type: 'string' } } },
    webhook: {
      register: {
        request: {
          method: 'POST',
          path: '/hooks',
          body: { url: '{hook_url}', secret: '{secret}', events: ['note.shared'] },
        },
        keep: { id: 'id' },
      },
      unregister: { request: { method: 'DELETE', path: '/hooks/{registration.id}' } },
      secret: { from: 'generated' },
      signature: { kind: 'hmac', header: 'x-notes-signature', prefix: 'sha256=' },
      when: [{ in: 'header', name: 'x-notes-event', equals: 'note.shared' }],
      delivery_id: { in: 'header', name: 'x-notes-delivery' },
      payload: { id: 'note.id', with: 'shared_with' },
    },
  },
]
