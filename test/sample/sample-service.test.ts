import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleToolkits } from '../../src/sample/sample-toolkits.ts'
import { startSampleService, type SampleService } from '../../src/sample/start-sample-service.ts'

let sample: SampleService
beforeAll(async () => {
  sample = await startSampleService()
})
afterAll(() => sample.close())

const getJson = async (url: string, headers = {}) => (await fetch(url, { headers })).json()
const getAsAda = (path: string) =>
  getJson(`${sample.trackerUrl}${path}`, { 'x-tracker-key': sample.trackerApiKey })

describe('OpenAPI documents', () => {
  test.each(['trackerUrl', 'calendarUrl', 'echoUrl'] as const)(
    'are public, valid and name their own server: %s',
    async (name) => {
      const document = await getJson(`${sample[name]}/openapi.json`)
      const validator = new Validator()

      expect(await validator.validate(document)).toEqual({ valid: true })
      expect(validator.version).toBe('3.1')
      expect(document.servers).toEqual([{ url: sample[name] }])
    },
  )

  test('describe every operation, by a summary that begins with a verb', async () => {
    const documents = [
      await getJson(`${sample.trackerUrl}/openapi.json`),
      await getJson(`${sample.calendarUrl}/openapi.json`),
      await getJson(`${sample.echoUrl}/openapi.json`),
    ]
    for (const { paths } of documents) {
      for (const operation of Object.values<
        Record<string, { summary: string; description: string }>
      >(paths).flatMap(Object.values)) {
        expect(operation.summary).toMatch(
          /^(Add|Close|Create|Delete|Download|Echo|Export|Find|Get|List|Search|Update|Upload) \w/,
        )
        expect(operation.description).toMatch(/\.$/)
      }
    }
  })

  test('name the key header of the tracker, and none for echo', async () => {
    const tracker = await getJson(`${sample.trackerUrl}/openapi.json`)
    expect(tracker.components.securitySchemes.apiKey).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-Tracker-Key',
    })
    expect(tracker.security).toEqual([{ apiKey: [] }])
    expect(
      (await getJson(`${sample.echoUrl}/openapi.json`)).components.securitySchemes,
    ).toBeUndefined()
  })
})

describe('toolkits', () => {
  test('carry the documents that their servers publish', async () => {
    const toolkits = sampleToolkits(sample)
    expect(toolkits.map(({ slug }) => slug)).toEqual(['tracker', 'echo', 'calendar'])
    for (const { slug, openapi } of toolkits)
      expect(openapi).toEqual(await getJson(`${sample.url}/${slug}/openapi.json`))
  })

  test('say where the current user is', async () => {
    const [tracker] = sampleToolkits(sample)
    expect(await getAsAda(`${tracker?.current_user?.path}`)).toMatchObject({ username: 'ada' })
  })

  test('declare a trigger whose payload is an issue', async () => {
    const trigger = sampleToolkits(sample)[0]?.triggers[0]
    const { issues } = await getAsAda('/issues')
    const ajv = new Ajv2020({ strict: false, validateFormats: false })

    expect(trigger).toMatchObject({ slug: 'TRACKER_ISSUE_CREATED', type: 'poll' })
    expect(issues).toHaveLength(12)
    for (const issue of issues)
      expect(ajv.validate(trigger?.payload ?? {}, issue), ajv.errorsText()).toBe(true)
    const fits = ajv.compile(trigger?.config ?? {})
    expect(
      [{}, { project: 'web', interval_seconds: 5 }, { project: 'tv' }, { interval: 5 }].map(
        (config) => fits(config),
      ),
    ).toEqual([true, true, false, false])
  })
})

describe('the service', () => {
  test('answers unknown paths with a JSON error', async () => {
    const response = await fetch(`${sample.url}/nothing`)
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'not_found', message: 'No GET /nothing here' },
    ])
  })

  test('listens where it is told, and keeps a given key', async () => {
    const first = await startSampleService({ host: '127.0.0.1' })
    const port = Number(new URL(first.url).port)
    await first.close()
    await first.close()
    await expect(fetch(first.url)).rejects.toThrow()

    const second = await startSampleService({ port, trackerApiKey: first.trackerApiKey })
    expect(second).toMatchObject({ url: first.url, trackerApiKey: first.trackerApiKey })
    expect(
      (
        await fetch(`${second.trackerUrl}/me`, {
          headers: { 'x-tracker-key': first.trackerApiKey },
        })
      ).status,
    ).toBe(200)
    await expect(startSampleService({ port })).rejects.toThrow('EADDRINUSE')
    await second.close()
  })

  test('keeps two services apart', async () => {
    const other = await startSampleService()
    const headers = { 'x-tracker-key': sample.trackerApiKey, 'content-type': 'application/json' }
    expect((await fetch(`${other.trackerUrl}/me`, { headers })).status).toBe(401)
    await fetch(`${sample.trackerUrl}/labels`, {
      method: 'POST',
      headers,
      body: '{"name":"apart"}',
    })
    const labels = await (
      await fetch(`${other.trackerUrl}/labels`, {
        headers: { 'x-tracker-key': other.trackerApiKey },
      })
    ).text()
    expect(labels).not.toContain('apart')
    await other.close()
  })
})
