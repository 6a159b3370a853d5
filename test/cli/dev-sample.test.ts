import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { createVisitor } from '../support/visit-connect-page.ts'
import { isThorough } from '../support/thorough.ts'
import { runCli, runCliUntil, startDev, temporaryFolder, type Ready } from './run-cli.ts'

const requireSample = ({ sample }: Ready): NonNullable<Ready['sample']> => {
  if (!sample) throw new Error('there is no sample')
  return sample
}

const createIssue = (data: string, title: string) =>
  runCli([
    'tools',
    'execute',
    'TRACKER_CREATE_ISSUE',
    '--user',
    'ada',
    '--arguments',
    JSON.stringify({ title }),
    '--data',
    data,
  ])

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

  const connected = await runCli(
    ['connect', 'tracker', '--user', 'ada', '--value', 'generic_api_key=-', '--data', data],
    { input: `${sample.trackerApiKey}\n` },
  )
  expect(connected).toMatchObject({ code: 0, stderr: '' })
  expect(connected.stdout).toMatch(/^Connected tracker for ada(?: as \S+)? \(ACTIVE\): ca_\w+/)

  const path = join(data, 'report.txt')
  writeFileSync(path, 'all is well')
  const attached = await runCli([
    'tools',
    'execute',
    'TRACKER_UPLOAD_ATTACHMENT_TO_ISSUE',
    '--user',
    'ada',
    '--arguments',
    '{"issue_id": "WEB-1"}',
    '--file',
    `file=${path}`,
    '--data',
    data,
  ])
  expect(JSON.parse(attached.stdout)).toMatchObject({ filename: 'report.txt', size: 11 })

  const created = await createIssue(data, 'The door is broken')
  expect(created).toMatchObject({ code: 0, stderr: '' })
  const { id } = JSON.parse(created.stdout) as { id: string }
  const issue = await fetch(`${sample.trackerUrl}/issues/${id}`, {
    headers: { 'x-tracker-key': sample.trackerApiKey },
  })
  expect(await issue.json()).toMatchObject({ title: 'The door is broken', author: 'ada' })

  const [echo = ''] = (
    await runCli(['tools', 'list', '--toolkit', 'echo', '--data', data])
  ).stdout.split(' ')
  expect(
    (
      await runCli(['tools', 'execute', echo, '--arguments', '-', '--data', data], {
        input: '{"message":"hello"}',
      })
    ).stdout,
  ).toContain('hello')
})

test.runIf(isThorough)(
  'keeps address, key and connected accounts over a restart, and imports nothing twice',
  async () => {
    const data = temporaryFolder()
    const first = await startDev(['--sample', '--data', data])
    const sample = requireSample(first)
    await runCli([
      'connect',
      'tracker',
      '--user',
      'ada',
      '--value',
      `generic_api_key=${sample.trackerApiKey}`,
      '--data',
      data,
    ])
    await first.stop()

    const second = await startDev(['--sample', '--data', data])

    expect(second.sample).toEqual(sample)
    expect(await versionsOf(second)).toEqual({ tracker: '00', calendar: '00', echo: '00' })
    expect(await createIssue(data, 'Again')).toMatchObject({ code: 0 })
  },
)

test.runIf(isThorough)(
  'moves to another port when its own is taken; its tools follow, and accounts that are connected again',
  async () => {
    const data = temporaryFolder()
    const first = await startDev(['--sample', '--data', data])
    const sample = requireSample(first)
    await runCli([
      'connect',
      'tracker',
      '--user',
      'ada',
      '--value',
      `generic_api_key=${sample.trackerApiKey}`,
      '--data',
      data,
    ])
    await first.stop()
    const intruder = createServer().listen(Number(new URL(sample.url).port), '127.0.0.1')
    await once(intruder, 'listening')
    onTestFinished(() => void intruder.close())

    const second = await startDev(['--sample', '--data', data])

    const moved = requireSample(second)
    expect(moved.url).not.toBe(sample.url)
    expect(moved.trackerApiKey).toBe(sample.trackerApiKey)
    expect(await versionsOf(second)).toEqual({ tracker: '01', calendar: '01', echo: '01' })
    const early = await createIssue(data, 'Moved')
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining('credentials do not follow'),
    ])
    await runCli([
      'connect',
      'tracker',
      '--user',
      'ada',
      '--value',
      `generic_api_key=${moved.trackerApiKey}`,
      '--data',
      data,
    ])
    const created = await createIssue(data, 'Moved')
    expect(created.stdout).toContain(`${moved.trackerUrl}/issues/`)
  },
)

test.runIf(isThorough)(
  'imports a toolkit again that was deleted, and starts afresh without its notes',
  async () => {
    const data = temporaryFolder()
    const first = await startDev(['--sample', '--data', data])
    await runCli(['toolkits', 'delete', 'echo', '--yes', '--data', data])
    await first.stop()
    const second = await startDev(['--sample', '--data', data])
    expect(await versionsOf(second)).toEqual({ tracker: '00', calendar: '00', echo: '01' })
    await second.stop()

    rmSync(join(data, 'sample.json'))
    const third = await startDev(['--sample', '--data', data])
    expect(await versionsOf(third)).toMatchObject({ tracker: '01' })
    expect(JSON.parse(readFileSync(join(data, 'sample.json'), 'utf8'))).toMatchObject({
      url: requireSample(third).url,
    })
  },
)

/** Where the button of the last page leads. */
const finishOf = (html: string): URL =>
  new URL(/href="(http:\/\/127[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '')

/**
 * Follows the link that `plugboard connect` prints to the calendar, and there presses the button of
 * `decision`.
 */
const useLink = async (url: string, decision: string): Promise<string> => {
  const visitor = createVisitor()
  const form = await visitor.connect(url)
  const authorize = form.headers.get('location') ?? form.leadsTo ?? ''
  expect((await visitor.visit(authorize)).html).toContain('Allow access to your calendar?')
  const back = await visitor.visit(authorize, {
    method: 'POST',
    body: new URLSearchParams({ decision }),
  })
  return (await visitor.visit(back.headers.get('location') ?? '')).html
}

test('connects the calendar by OAuth: prints a link, waits until its user agreed and finished on this machine, and the account works, also after a restart', async () => {
  const data = temporaryFolder()
  const dev = await startDev(['--sample', '--data', data])

  const connecting = runCliUntil(
    ['connect', 'calendar', '--user', 'ada', '--data', data],
    /\/connect\/lk_\w+/,
  )
  const [link = ''] = await connecting.shown
  const { connectedAccounts: accounts } = createClient({ baseUrl: dev.url, apiKey: dev.apiKey })
  const finish = finishOf(await useLink(`${dev.url}${link}`, 'bruno'))
  expect(finish.hostname).toBe('127.0.0.1')
  // Whoever was made to open the link has no browser on this machine, and guesses no address there.
  expect((await fetch(new URL(`/${finish.search}`, finish))).status).toBe(404)
  const wrong = new URL(finish)
  wrong.searchParams.set('confirmation_code', 'AAAA-AAAA')
  expect((await fetch(wrong)).status).toBe(400)
  expect((await accounts.list({})).items.map(({ status }) => status)).toEqual(['INITIATED'])
  expect(await (await fetch(finish)).text()).toContain('The account is connected')

  const { code, stdout, stderr } = await connecting.ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^Open this address to connect calendar for ada:\n {2}http\S+\nConnected calendar for ada(?: as [^(]+)? \(ACTIVE\S*\): ca_\w+, under the auth config ac_\w+\n$/,
  )
  const whoAmI = () =>
    runCli(['tools', 'execute', 'CALENDAR_GET_CURRENT_USER', '--user', 'ada', '--data', data])
  expect((await whoAmI()).stdout).toContain('Bruno Keller')

  await dev.stop()
  const again = await startDev(['--sample', '--data', data])
  expect((await whoAmI()).stdout).toContain('Bruno Keller')

  const { connectedAccounts, projects } = createClient({ baseUrl: again.url, apiKey: again.apiKey })
  await projects.updateConfig({ body: { mask_secret_keys_in_connected_account: false } })
  const { items } = await connectedAccounts.list({})
  const token = String(items[0]?.state.val['access_token'])
  const statusOfToken = async () =>
    (
      await fetch(`${requireSample(again).calendarUrl}/me`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  expect(await statusOfToken()).toBe(200)
  await connectedAccounts.delete({ params: { nanoid: items[0]?.id ?? '' } })
  await expect.poll(statusOfToken, { timeout: 60_000 }).toBe(401)
})

test.runIf(isThorough)('says that the user did not agree, or did not come in time', async () => {
  const data = temporaryFolder()
  const dev = await startDev(['--sample', '--data', data])

  const connecting = runCliUntil(
    ['connect', 'calendar', '--user', 'ada', '--json', '--data', data],
    /\/connect\/lk_\w+/,
  )
  const [link = ''] = await connecting.shown
  await useLink(`${dev.url}${link}`, '')
  const refused = await connecting.ended
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^Error: The account ca_\w+ was not connected: it is FAILED \(.+\)\n/,
  )
  expect(JSON.parse(refused.stdout)).toMatchObject({
    status: 'INITIATED',
    redirect_url: expect.stringContaining(link),
  })

  const late = await runCli([
    'connect',
    'calendar',
    '--user',
    'ada',
    '--timeout',
    '1',
    '--data',
    data,
  ])
  expect(late.code).toBe(1)
  expect(late.stderr).toContain('Nobody used the link')
})

test.runIf(isThorough)(
  'makes a link for credentials too, which a user then types in on the page of another device, and takes the code that it shows',
  async () => {
    const data = temporaryFolder()
    const dev = await startDev(['--sample', '--data', data])

    const connecting = runCliUntil(
      ['connect', 'tracker', '--user', 'ada', '--link', '--json', '--data', data],
      /\/connect\/lk_\w+/,
    )
    const [link = ''] = await connecting.shown
    const { html } = await createVisitor().connect(`${dev.url}${link}`, {
      generic_api_key: requireSample(dev).trackerApiKey,
    })
    connecting.type('AAAA-AAAA')
    await expect.poll(() => connecting.stderr(), { timeout: 60_000 }).toContain('not the code')
    connecting.type(/[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(html)?.[0]?.toLowerCase() ?? '')

    const { code, stdout } = await connecting.ended
    expect(code).toBe(0)
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({ status: 'ACTIVE' })
    expect(await createIssue(data, 'By link')).toMatchObject({ code: 0 })
  },
)
