import { createHmac } from 'node:crypto'
import { json, startUpstream, type ReceivedRequest } from '../../../support/start-upstream.ts'
import type { TriggerToImport } from '../../../support/watch-api.ts'

export type Hook = { url: string; secret: string; folder?: string }

/**
 * A provider that keeps what it was told; `refuse` is the status it answers with instead, `before`
 * is waited for before anything is done.
 */
export const startProvider = async () => {
  const hooks = new Map<string, Hook>()
  const current: { refuse: number; before: (request: ReceivedRequest) => Promise<void> | void } = {
    refuse: 0,
    before: () => {},
  }
  let made = 0
  const upstream = await startUpstream(async (request, response) => {
    const { method, url, body } = request
    await current.before(request)
    if (current.refuse) return json(response, current.refuse, {})
    if (method === 'DELETE')
      return json(response, hooks.delete(url.split('/').at(-1) ?? '') ? 200 : 404, {})
    const id = `h${(made += 1)}`
    hooks.set(id, JSON.parse(body))
    json(response, 201, { hook: { id } })
  })
  return {
    hooks,
    upstream,
    current,
    deletions: () => upstream.received.filter(({ method }) => method === 'DELETE'),
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>

/**
 * A trigger type of the toolkit `notes` that registers with the provider; `webhook` in place of the
 * usual.
 */
export const noteShared = (webhook: Record<string, unknown> = {}): TriggerToImport => ({
  slug: 'NOTES_NOTE_SHARED',
  name: 'Note shared',
  description: 'Fires when a note is shared',
  type: 'webhook',
  config: { type: 'object' },
  payload: { type: 'object' },
  webhook: {
    register: {
      request: {
        method: 'POST',
        path: '/hooks',
        body: { url: '{hook_url}', secret: '{secret}', folder: '{config.folder}' },
      },
      keep: { id: 'hook.id' },
    },
    unregister: { request: { method: 'DELETE', path: '/hooks/{registration.id}' } },
    secret: { from: 'generated' },
    signature: { kind: 'hmac', header: 'x-signature', prefix: 'sha256=' },
    when: [{ in: 'header', name: 'x-event', equals: 'shared' }],
    delivery_id: { in: 'header', name: 'x-delivery' },
    payload: { text: 'note.text' },
    ...webhook,
  },
})

/** What the provider pushes when a note is shared. */
export const push = (
  hook: Hook,
  { delivery = 'd1', event = 'shared', text = 'hello', secret = hook.secret } = {},
) => {
  const body = JSON.stringify({ note: { text } })
  return fetch(hook.url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-event': event,
      'x-delivery': delivery,
      'x-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  })
}
