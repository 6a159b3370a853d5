import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProjectEvent } from '../../../src/contract/project-events.ts'
import type { StreamedEvent } from '../../../src/contract/event-stream.ts'
import type { Client } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { message, rootKeys, writeBeside } from './write-beside.ts'

const path = '/api/v3/trigger_instances/events'

const start = async () => {
  const shared = await createSharedDatabase()
  const service = await startService({ database: shared.database, rootKeys })
  const project = await createProject(service, 'Watched')
  return { shared, service, project, beside: await writeBeside(shared.database) }
}

/** Opens the stream as it is, and closes it at the end of the test. */
const open = async (
  { url }: Pick<TestService, 'url'>,
  key: string,
  query = '',
  headers: Record<string, string> = {},
) => {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(url + path + query, {
    headers: { 'x-api-key': key, ...headers },
    signal: leaving.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    response,
    leave: () => leaving.abort(),
    /** Everything that came, once it fits. */
    until: async (fits: RegExp): Promise<string> => {
      while (!fits.test(text)) {
        const next = await reader?.read()
        if (!next || next.done) throw new Error(`The stream ended with ${JSON.stringify(text)}`)
        text += next.value
      }
      return text
    },
    end: async (): Promise<void> => {
      while (!(await reader?.read())?.done);
    },
  }
}

const take = async (
  events: AsyncIterable<StreamedEvent<ProjectEvent>>,
  count: number,
): Promise<StreamedEvent<ProjectEvent>[]> => {
  const taken: StreamedEvent<ProjectEvent>[] = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}

const follow = (client: Client, after?: number) =>
  client.triggerInstances.events({ query: after === undefined ? {} : { after } })

describe('the stream of events', () => {
  it('brings what happens from now on, as server-sent events', async () => {
    verifies('events.stream', 'events.stream.now')
    const { service, project, beside } = await start()
    await beside.append(project.id, message('earlier'))
    const stream = await open(service, project.key)
    expect(stream.response.status).toBe(200)
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^req_/),
    })

    const event = message('first\nline')
    await beside.append(project.id, event)
    expect(await stream.until(/line/)).toBe(
      `retry: 2000\nid: 1\n\nid: 2\nevent: svc.trigger.message\ndata: ${JSON.stringify(event)}\n\n`,
    )
  })

  it('goes on after the event that the reader names, in the header or the address', async () => {
    verifies('events.stream.resume')
    const { service, project, beside } = await start()
    for (const text of ['one', 'two', 'three']) await beside.append(project.id, message(text))
    const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)\nevent: /gm)].map(([, id]) => id)

    expect(idsIn(await (await open(service, project.key, '?after=0')).until(/three/))).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(idsIn(await (await open(service, project.key, '?after=1')).until(/three/))).toEqual([
      '2',
      '3',
    ])
    expect(
      idsIn(
        await (
          await open(service, project.key, '?after=0', { 'last-event-id': '2' })
        ).until(/three/),
      ),
    ).toEqual(['3'])
    const ahead = await open(service, project.key, '?after=1000')
    await beside.append(project.id, message('four'))
    expect(idsIn(await ahead.until(/four/))).toEqual(['4'])
  })

  it('refuses a position that is none, and a wrong key', async () => {
    verifies('events.stream.invalid')
    const { service, project } = await start()
    const ask = (query: string, headers: Record<string, string>) =>
      service.request('GET', path + query, { headers })
    for (const [query, header] of [
      ['?after=x', {}],
      ['?after=-1', {}],
      ['', { 'last-event-id': 'evt_1' }],
    ] as const) {
      const { status, body } = await ask(query, { 'x-api-key': project.key, ...header })
      expect([status, body.error.errors]).toEqual([400, [expect.stringContaining('query.after')]])
    }
    expect((await ask('', { 'x-api-key': 'pbk_wrong' })).status).toBe(401)
  })

  it('shows nothing of another project', async () => {
    verifies('events.stream.isolation')
    const { service, project, beside } = await start()
    const other = await createProject(service, 'Other')
    for (let number = 1; number <= 5; number += 1) await beside.append(other.id, message('theirs'))
    const stream = await open(service, project.key, '?after=0', { 'last-event-id': '3' })
    await beside.append(other.id, message('theirs'))
    await beside.append(project.id, message('own'))
    expect(await stream.until(/own/)).not.toContain('theirs')
  })

  it('brings each event once and in order, though many are written at once on several nodes', async () => {
    verifies('events.stream.complete')
    const { shared, project, beside } = await start()
    const nodes = engine === 'postgres' ? [beside, await writeBeside(shared.database)] : [beside]
    const reading = take(await follow(project.client), 60)
    const sent = Array.from({ length: 60 }, (_, index) => message(`number ${index}`))
    await Promise.all(
      sent.map((event, index) => nodes[index % nodes.length]?.append(project.id, event)),
    )
    await beside.append(project.id, sent[0] as ProjectEvent)

    const read = await reading
    expect(read.map(({ id }) => Number(id))).toEqual(read.map((_, index) => index + 1))
    expect(read.map(({ data }) => data.id).toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
  })

  it('is read by the client as checked events, and closed when the loop ends', async () => {
    verifies('events.client')
    const { project, beside } = await start()
    const event = message('typed')
    await beside.append(project.id, event)
    expect(await take(await follow(project.client, 0), 1)).toEqual([
      { id: '1', type: 'svc.trigger.message', data: event },
    ])
    await expect(
      project.client.triggerInstances.events({ query: { after: -1 } }),
    ).rejects.toMatchObject({ slug: 'invalid_request', status: 400 })

    const leaving = new AbortController()
    const aborted = take(
      await project.client.triggerInstances.events({}, { signal: leaving.signal }),
      1,
    )
    leaving.abort()
    await expect(aborted).rejects.toMatchObject({ slug: 'aborted' })
  })

  it('comes without data where the project stores none', async () => {
    verifies('events.dont-store-data')
    const { project, beside } = await start()
    await project.client.projects.updateConfig({
      body: { log_visibility_setting: 'dont_store_data' },
    })
    const event = message('unspoken')
    await beside.append(project.id, event)
    const [read] = await take(await follow(project.client, 0), 1)
    expect(read?.data).toEqual({ ...event, data: {} })
  })

  it('is limited to 20 for a project, and makes room when one is closed', async () => {
    verifies('events.stream.limit')
    const { service, project } = await start()
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(service, project.key)))
    expect(streams.map(({ response }) => response.status)).toEqual(Array(20).fill(200))

    const refused = await service.request('GET', path, { headers: { 'x-api-key': project.key } })
    expect([refused.status, refused.body.error.slug, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '5',
    ])
    const other = await createProject(service, 'Other')
    expect((await open(service, other.key)).response.status).toBe(200)
    streams[0]?.leave()
    await expect.poll(async () => (await open(service, project.key)).response.status).toBe(200)
  })

  it('is not held by who only asks for its headers', async () => {
    verifies('events.stream.limit')
    const { service, project } = await start()
    for (let number = 1; number <= 25; number += 1)
      expect(
        (await fetch(service.url + path, { method: 'HEAD', headers: { 'x-api-key': project.key } }))
          .status,
      ).toBe(200)
    expect((await open(service, project.key)).response.status).toBe(200)
  })

  it('ends when its key is regenerated and when its project is deleted', async () => {
    verifies('events.stream.key')
    const { service, project } = await start()
    const other = await createProject(service, 'Other')
    const streams = [await open(service, project.key), await open(service, other.key)]
    const headers = { 'x-org-api-key': service.orgApiKey }
    await service.request('POST', `/api/v3/org/owner/project/${project.id}/regenerate_api_key`, {
      headers,
    })
    await service.request('DELETE', `/api/v3/org/owner/project/${other.id}`, { headers })
    await Promise.all(streams.map(({ end }) => end()))
  })

  it('ends when the service stops, which does not wait for it', async () => {
    verifies('events.stream.shutdown')
    const { service, project } = await start()
    const stream = await open(service, project.key)
    await stream.until(/retry/)
    const closed = service.close()
    await stream.end()
    await closed
  })
})
