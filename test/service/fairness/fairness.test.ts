import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../src/client/index.ts'
import { createProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { createMeaningModel } from '../search/embedding-models.ts'
import { startOpenWorkbench } from '../workbench/start-workbench.ts'
import { verifies } from '../../requirements.ts'

/** Answers everything but `/hang` and, until it is told to, `/notes/hang`. */
let upstream: Upstream
let service: TestService
let isReleased = false
const unanswered: (() => void)[] = []
const release = () => {
  isReleased = true
  for (const answer of unanswered.splice(0)) answer()
}
beforeAll(async () => {
  upstream = await startUpstream(
    ({ url }, response) => {
      if (url.endsWith('hang') && !isReleased) unanswered.push(() => json(response, 404, {}))
      else json(response, 200, {})
    },
    { keep: true },
  )
  service = await startService({
    keep: true,
    egressAllow: [upstream.host, `import@${upstream.host}`],
  })
})
afterAll(async () => {
  release()
  await service.close()
  await upstream.close()
})

const hanging = (path: string) => upstream.received.filter(({ url }) => url === path).length
const stateOf = async (client: Client, id: string) =>
  (await client.toolkits.getImport({ params: { id } })).status

it('imports of a project from an address that never answers keep no import of another waiting', async () => {
  verifies('fairness.imports', 'fairness.imports.limit')
  const [busy, other] = [
    await createProject(service, 'hanging imports'),
    await createProject(service, 'other imports'),
  ]
  const start = (slug: string) =>
    busy.client.toolkits.import({ body: { slug, source: { openapi: `${upstream.url}/hang` } } })
  const started = await Promise.allSettled(
    Array.from({ length: 24 }, (_, index) => start(`hang${index}`)),
  )
  const ids = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
  const refusals = started.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  )
  expect(ids).toHaveLength(20)
  expect(refusals).toHaveLength(4)
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      status: 429,
      slug: 'rate_limited',
      message: expect.stringContaining('20 unfinished imports'),
    })
  await expect.poll(() => hanging('/hang'), { timeout: 60_000 }).toBe(1)

  await importToolkit(other, { slug: 'prompt', source: { openapi: openNotesApi(upstream.url) } })

  const states = await Promise.all(ids.map((id) => stateOf(busy.client, id)))
  expect(states.filter((state) => state === 'running').length).toBeLessThanOrEqual(1)
  expect(states).toContain('queued')
  const refused = await service.request('POST', '/api/v3/toolkits/import', {
    headers: { 'x-api-key': busy.key },
    body: { slug: 'hang20', source: { openapi: openNotesApi(upstream.url) } },
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
})

it('a project that runs much code keeps no other from running some', async () => {
  verifies('workbench.slots')
  const open = async (name: string) => {
    const project = await createProject(service, name)
    await importToolkit(project, { slug: 'notes', source: { openapi: openNotesApi(upstream.url) } })
    return startOpenWorkbench(
      { service: { ...service, client: project.client } },
      {},
      project.client,
    )
  }
  const [busy, other] = [await open('much code'), await open('some code')]
  const hang = `await tools.NOTES_GET_NOTE({ id: 'hang' })`
  const runs = Array.from({ length: 8 }, () => busy.javascript(hang))
  await expect.poll(() => hanging('/notes/hang'), { timeout: 60_000 }).toBeGreaterThanOrEqual(2)

  const first = other.javascript(hang)
  expect(await other.javascript('return 1 + 1')).toMatchObject({ error: null, data: { result: 2 } })

  release()
  await first
  await Promise.all(runs)
})

it('a project that searches much has half of the turns, and keeps no search of another waiting', async () => {
  verifies('fairness.searches', 'fairness.turns')
  const asked = new Set<string>()
  const model = createMeaningModel()
  const embed = model.doEmbed
  model.doEmbed = async (options) => {
    const isHanging = options.values.some((value) => value.startsWith('hanging'))
    for (const value of options.values) asked.add(value)
    return isHanging ? new Promise(() => {}) : embed(options)
  }
  const searching = await startService({ embeddingModel: model })
  const [busy, other] = await Promise.all(
    ['much search', 'some search'].map(async (name) => {
      const project = await createProject(searching, name)
      await importToolkit(project, {
        slug: 'notes',
        source: { openapi: openNotesApi(upstream.url) },
      })
      const search = (words: string) =>
        project.client.tools.list({ query: { search: `${words} note` } })
      // Only what has vectors is ranked by meaning.
      await expect
        .poll(async () => (await search(`ready ${name}`), asked.has(`ready ${name} note`)), {
          timeout: 60_000,
        })
        .toBe(true)
      return search
    }),
  )
  const hangingSearches = () => [...asked].filter((value) => value.startsWith('hanging')).length
  const searches = Array.from({ length: 20 }, (_, index) => busy?.(`hanging ${index}`))
  await expect.poll(hangingSearches, { timeout: 60_000 }).toBeGreaterThan(0)

  expect((await other?.('prompt'))?.items).not.toEqual([])

  // The others come after the first were given up; the model is then left alone.
  await Promise.all(searches)
  expect(hangingSearches()).toBeLessThanOrEqual(4)
})
