import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { ProjectEvent } from '../../src/contract/project-events.ts'
import { verifies } from '../requirements.ts'
import { followEvents } from '../support/follow-events.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startService } from '../support/start-service.ts'
import { fastClock, instancesOf } from '../support/start-source.ts'
import { json, startUpstream } from '../support/start-upstream.ts'

const recipe = readFileSync(new URL('../../examples/toolkit-recipe.yaml', import.meta.url), 'utf8')

/** The API that the recipe is written for. */
const startDesk = async () => {
  const tickets: { id: string; subject: string; created_at: string }[] = []
  const hooks: { url: string; secret: string }[] = []
  const open = (subject: string) => {
    const number = tickets.length + 1
    const ticket = { id: `t${number}`, subject, created_at: `2026-11-29T10:00:0${number}Z` }
    tickets.push(ticket)
    return ticket
  }
  const upstream = await startUpstream(({ method, url, headers, body }, response) => {
    if (headers['x-desk-key'] !== 'desk-key') return json(response, 401, { error: 'unknown key' })
    if (url === '/me') return json(response, 200, { id: 'u1', name: 'Ada' })
    if (url.startsWith('/hooks')) {
      if (method === 'DELETE') hooks.pop()
      else hooks.push(JSON.parse(body))
      return json(response, 200, { hook: { id: 'h1' } })
    }
    if (method === 'POST') return json(response, 201, open(JSON.parse(body).subject))
    const since = new URL(url, upstream.url).searchParams.get('since') ?? ''
    json(response, 200, { tickets: tickets.filter(({ created_at }) => created_at > since) })
  })
  const close = (id: string) => {
    const [hook] = hooks
    const event = JSON.stringify({ event: 'ticket.closed', ticket: { id } })
    const signature = createHmac('sha256', hook?.secret ?? '').update(event)
    return fetch(hook?.url ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-desk-signature': `sha256=${signature.digest('hex')}`,
      },
      body: event,
    })
  }
  return { upstream, tickets, hooks, open, close }
}

const descriptionOf = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  servers: [{ url }],
  paths: {
    '/tickets': {
      get: { operationId: 'listTickets', responses: { 200: { description: 'Tickets' } } },
      post: {
        operationId: 'createTicket',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { subject: { type: 'string' } },
                required: ['subject'],
              },
            },
          },
        },
        responses: { 201: { description: 'The ticket' } },
      },
    },
  },
})

test('the recipe of the examples makes a tool, a polled trigger and one that the API calls', async () => {
  verifies('imports.recipe.example')
  const desk = await startDesk()
  const { upstream } = desk
  const service = await startService({ egressAllow: [upstream.host], clock: fastClock(60) })
  const { client } = service
  const source = { openapi: descriptionOf(upstream.url) }
  expect(await importToolkit(service, { source, recipe })).toMatchObject({ warnings: [] })

  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug: 'desk' } } })
  const connection = {
    user_id: 'ada',
    state: { authScheme: 'API_KEY' as const, val: { api_key: 'desk-key' } },
  }
  await client.connectedAccounts.create({
    body: { auth_config: { id: auth_config.id }, connection },
  })
  const { items } = await client.tools.list({ query: { toolkit_slug: ['desk'] } })
  expect(items.map(({ slug }) => slug)).toEqual(['DESK_OPEN_TICKET', 'DESK_LIST_TICKETS'])
  expect(items[0]?.description).toContain('Opens a ticket for a customer.')

  const events = followEvents(service)
  const { upsert, show } = instancesOf(service)
  const opened = await upsert('DESK_TICKET_OPENED', { user_id: 'ada' })
  const closed = await upsert('DESK_TICKET_CLOSED', { user_id: 'ada' })
  const within = { timeout: 30_000, interval: 20 }
  await vi.waitFor(
    async () => expect((await show(opened)).state).toHaveProperty('marked_at'),
    within,
  )
  await vi.waitFor(() => expect(desk.hooks).toHaveLength(1), within)
  const call = { user_id: 'ada', arguments: { subject: 'The door is broken' } }
  expect(
    await client.tools.execute({ params: { tool_slug: 'DESK_OPEN_TICKET' }, body: call }),
  ).toMatchObject({ successful: true })
  await vi.waitFor(async () => expect((await desk.close('t1')).status).toBe(200), within)

  const dataOf = (all: ProjectEvent[]): Record<string, unknown> =>
    Object.fromEntries(all.map(({ metadata, data }) => [metadata.trigger_slug, data]))
  const data = dataOf(
    await events.until((all) =>
      ['DESK_TICKET_OPENED', 'DESK_TICKET_CLOSED'].every((slug) => slug in dataOf(all)),
    ),
  )
  expect(data).toMatchObject({
    DESK_TICKET_OPENED: { id: 't1', subject: 'The door is broken' },
    DESK_TICKET_CLOSED: { id: 't1' },
  })
  await client.triggerInstances.delete({ params: { id: closed } })
  await vi.waitFor(() => expect(desk.hooks).toEqual([]), within)
}, 90_000)
