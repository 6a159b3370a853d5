import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { runCli, startDev, temporaryFolder, type Ready } from './run-cli.ts'

const requireSample = ({ sample }: Ready): NonNullable<Ready['sample']> => {
  if (!sample) throw new Error('there is no sample')
  return sample
}

const createIssue = (data: string, title: string) =>
  runCli(['tools', 'execute', 'TRACKER_CREATE_ISSUE', '--user', 'ada', '--arguments', JSON.stringify({ title }), '--data', data])

const versionsOf = async ({ url, apiKey }: Ready) => {
  const { items } = await createClient({ baseUrl: url, apiKey }).toolkits.list()
  return Object.fromEntries(items.map(({ slug, meta }) => [slug, meta.version.slice(-2)]))
}

test('offers a tracker that commands can search, connect and use at once', async () => {
  const data = temporaryFolder()
  const sample = requireSample(await startDev(['--sample', '--data', data]))

  const search = await runCli(['tools', 'search', 'create an issue', '--data', data])
  expect(search.stdout).toMatch(/^TRACKER_CREATE_ISSUE /m)

  const early = await createIssue(data, 'Too early')
  expect(early.code).toBe(1)
  expect(early.stderr).toContain('no active connection')

  const connected = await runCli(['accounts', 'connect', 'tracker', '--user', 'ada', '--value', 'generic_api_key=-', '--data', data], { input: `${sample.trackerApiKey}\n` })
  expect(connected).toMatchObject({ code: 0, stderr: '' })
  expect(connected.stdout).toMatch(/^Connected tracker for ada: ca_\w+ \(ACTIVE\)/)

  const created = await createIssue(data, 'The door is broken')
  expect(created).toMatchObject({ code: 0, stderr: '' })
  const { id } = JSON.parse(created.stdout) as { id: string }
  const issue = await fetch(`${sample.trackerUrl}/issues/${id}`, { headers: { 'x-tracker-key': sample.trackerApiKey } })
  expect(await issue.json()).toMatchObject({ title: 'The door is broken', author: 'ada' })

  const [echo = ''] = (await runCli(['tools', 'list', '--toolkit', 'echo', '--data', data])).stdout.split(' ')
  expect((await runCli(['tools', 'execute', echo, '--arguments', '-', '--data', data], { input: '{"message":"hello"}' })).stdout).toContain('hello')
})

test('keeps address, key and connected accounts over a restart, and imports nothing twice', async () => {
  const data = temporaryFolder()
  const first = await startDev(['--sample', '--data', data])
  const sample = requireSample(first)
  await runCli(['accounts', 'connect', 'tracker', '--user', 'ada', '--value', `generic_api_key=${sample.trackerApiKey}`, '--data', data])
  await first.stop()

  const second = await startDev(['--sample', '--data', data])

  expect(second.sample).toEqual(sample)
  expect(await versionsOf(second)).toEqual({ tracker: '00', echo: '00' })
  expect(await createIssue(data, 'Again')).toMatchObject({ code: 0 })
})

test('moves to another port when its own is taken, and its tools follow', async () => {
  const data = temporaryFolder()
  const first = await startDev(['--sample', '--data', data])
  const sample = requireSample(first)
  await runCli(['accounts', 'connect', 'tracker', '--user', 'ada', '--value', `generic_api_key=${sample.trackerApiKey}`, '--data', data])
  await first.stop()
  const intruder = createServer().listen(Number(new URL(sample.url).port), '127.0.0.1')
  await once(intruder, 'listening')
  onTestFinished(() => void intruder.close())

  const second = await startDev(['--sample', '--data', data])

  const moved = requireSample(second)
  expect(moved.url).not.toBe(sample.url)
  expect(moved.trackerApiKey).toBe(sample.trackerApiKey)
  expect(await versionsOf(second)).toEqual({ tracker: '01', echo: '01' })
  const created = await createIssue(data, 'Moved')
  expect(created.stdout).toContain(`${moved.trackerUrl}/issues/`)
})

test('imports a toolkit again that was deleted, and starts afresh without its notes', async () => {
  const data = temporaryFolder()
  const first = await startDev(['--sample', '--data', data])
  await runCli(['toolkits', 'delete', 'echo', '--data', data])
  await first.stop()
  const second = await startDev(['--sample', '--data', data])
  expect(await versionsOf(second)).toEqual({ tracker: '00', echo: '01' })
  await second.stop()

  rmSync(join(data, 'sample.json'))
  const third = await startDev(['--sample', '--data', data])
  expect(await versionsOf(third)).toMatchObject({ tracker: '01' })
  expect(JSON.parse(readFileSync(join(data, 'sample.json'), 'utf8'))).toMatchObject({ url: requireSample(third).url })
})
