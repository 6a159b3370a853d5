import { expect, test, vi } from 'vitest'
import { connectTracker } from '../../examples/support/connect-tracker.ts'
import { createClient } from '../../src/client/index.ts'
import { verifies } from '../requirements.ts'
import { followEvents } from '../support/follow-events.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startDev, temporaryFolder } from './run-cli.ts'
import { isThorough } from '../support/thorough.ts'

test.runIf(isThorough)(
  'the sample tracker fires for a new issue, which is polled for, and for a comment, which it pushes, also after a restart',
  { timeout: 300_000 },
  async () => {
    verifies('triggers.sample')
    const data = temporaryFolder()
    const port = await findFreePort()
    const open = async () => {
      const dev = await startDev(['--sample', '--data', data, '--port', String(port)])
      const { sample, url: baseUrl, apiKey } = dev
      if (!sample) throw new Error('There is no sample')
      const client = createClient({ baseUrl, apiKey })
      const post = async (path: string, body: unknown) => {
        const response = await fetch(`${sample.trackerUrl}${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'x-tracker-key': sample.trackerApiKey },
        })
        expect(response.status).toBe(201)
      }
      return { dev, client, post, sample, events: followEvents({ client }) }
    }
    const first = await open()
    const { client } = first
    await connectTracker(client, first.sample.trackerApiKey)
    const polled = await client.triggerInstances.upsert({
      params: { slug: 'tracker_issue_created' },
      body: { trigger_config: { project: 'web', interval_seconds: 1 } },
    })
    const pushed = await client.triggerInstances.upsert({
      params: { slug: 'TRACKER_COMMENT_ADDED' },
      body: {},
    })
    const show = async (id: string) =>
      (await client.triggerInstances.listActive({ query: { trigger_ids: [id] } })).items[0]
    await vi.waitFor(
      async () => expect((await show(polled.trigger_id))?.state).toHaveProperty('marked_at'),
      { timeout: 60_000 },
    )
    await vi.waitFor(
      async () => expect((await show(pushed.trigger_id))?.trigger_data).toContain('"registered"'),
      { timeout: 60_000 },
    )

    await first.post('/issues', { title: 'Elsewhere', project: 'mobile' })
    await first.post('/issues', { title: 'Fires', project: 'web' })
    await first.post('/issues/WEB-1/comments', { body: 'Pushed' })
    const has = (slug: string) => (event: { metadata: { trigger_slug: string | null } }) =>
      event.metadata.trigger_slug === slug
    const all = await first.events.until(
      (found) =>
        found.some(has('TRACKER_ISSUE_CREATED')) && found.some(has('TRACKER_COMMENT_ADDED')),
    )
    expect(
      all.filter(has('TRACKER_ISSUE_CREATED')).map(({ data: issue }) => issue['title']),
    ).toEqual(['Fires'])
    expect(all.find(has('TRACKER_COMMENT_ADDED'))?.data).toMatchObject({
      issue_id: 'WEB-1',
      author: 'ada',
      body: 'Pushed',
    })
    await first.dev.stop()

    const second = await open()
    await second.post('/issues/WEB-2/comments', { body: 'Pushed again' })
    await second.events.until((found) =>
      found.some(({ data: comment }) => comment['body'] === 'Pushed again'),
    )
  },
)
