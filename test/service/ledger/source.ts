import { createHmac } from 'node:crypto'
import { notesApi } from '../../support/notes-api.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

/** A third party whose items are polled for, and which pushes others to whoever registered. */
export const startSource = async () => {
  const items: { number: number }[] = []
  /** By the number that it was given; the first is of the trigger that events are counted of. */
  const hooks = new Map<string, { url: string; secret: string }>()
  let registered = 0
  const upstream = await startUpstream(({ method, url, body }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://source')
    if (pathname === '/items')
      return json(response, 200, {
        items: items.filter(({ number }) => number > Number(searchParams.get('after') ?? 0)),
      })
    if (method === 'DELETE')
      return json(response, hooks.delete(pathname.split('/').at(-1) ?? '') ? 200 : 404, {})
    const id = `h${(registered += 1)}`
    if (method === 'POST' && pathname === '/hooks') hooks.set(id, JSON.parse(body))
    json(response, 200, { id })
  })

  return {
    url: upstream.url,
    host: upstream.host,
    document: notesApi(upstream.url),
    addItem: () => void items.push({ number: items.length + 1 }),
    countItems: () => items.length,
    hooks,
    /**
     * Pushes a number, again until it is taken, as providers do; `url` says where the service is
     * now.
     */
    push: async (number: number, url: string, isOver: () => boolean): Promise<void> => {
      // Only one is called: those of triggers that were made for the ledger are not.
      const [hook] = hooks.values()
      if (!hook) throw new Error('Nobody registered a hook')
      const body = JSON.stringify({ number })
      const signature = `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`
      const headers = {
        'content-type': 'application/json',
        'x-signature': signature,
        'x-delivery': String(number),
      }
      while (!isOver()) {
        const status = await fetch(url + new URL(hook.url).pathname, {
          method: 'POST',
          headers,
          body,
        }).then(
          (answer) => answer.text().then(() => answer.status),
          () => undefined,
        )
        if (status === 200) return
        if (status !== undefined && status < 500) throw new Error(`A push was answered ${status}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

/** The toolkit of the source: one trigger that is polled, and one that is pushed. */
export const sourceTriggers = [
  {
    slug: 'LEDGER_ADDED',
    name: 'Added',
    description: 'Fires for each item',
    type: 'poll' as const,
    config: { type: 'object' },
    payload: { type: 'object' },
    poll: {
      request: { path: '/items', query: { after: '{cursor}' } },
      items: 'items',
      id: ['number'],
      order: 'oldest_first' as const,
      cursor: { of: 'item' as const, path: 'number' },
      interval: { minimum_seconds: 1 },
    },
  },
  {
    slug: 'LEDGER_TOLD',
    name: 'Told',
    description: 'Fires for each push',
    type: 'webhook' as const,
    config: { type: 'object' },
    payload: { type: 'object' },
    webhook: {
      register: {
        request: {
          method: 'POST' as const,
          path: '/hooks',
          body: { url: '{hook_url}', secret: '{secret}' },
        },
        keep: { id: 'id' },
      },
      unregister: { request: { method: 'DELETE' as const, path: '/hooks/{registration.id}' } },
      secret: { from: 'generated' as const },
      signature: { kind: 'hmac' as const, header: 'x-signature', prefix: 'sha256=' },
      delivery_id: { in: 'header' as const, name: 'x-delivery' },
    },
  },
]
