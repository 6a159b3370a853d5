import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { message, writeBeside } from '../service/project-events/write-beside.ts'
import { createProject } from '../support/fill-project.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { createSharedDatabase } from '../support/shared-database.ts'
import { startService } from '../support/start-service.ts'
import { startUpstream } from '../support/start-upstream.ts'
import { runCli, runCliUntil } from './run-cli.ts'

const start = async () => {
  const { database } = await createSharedDatabase()
  const port = await findFreePort()
  const run = () => startService({ database, port })
  const service = await run()
  const project = await createProject(service, 'Watched')
  const beside = await writeBeside(database)
  const tell = (text: string) => {
    const event = message(text)
    return beside.append(project.id, event).then(() => event)
  }
  return { run, service, tell, args: ['listen', '--url', service.url, '--api-key', project.key] }
}

test(
  'prints events, forwards them signed with a printed secret, goes on after the service was away, and ends on Ctrl+C',
  { timeout: 300_000 },
  async () => {
    verifies('receiving.listen')
    const { run, service, tell, args } = await start()
    const receiver = await startUpstream(
      (request, response) =>
        void response
          .writeHead(request.body.includes('second') ? 500 : 204)
          .end(request.body.includes('second') ? 'no\u001b[2J' : undefined),
    )
    const listening = runCliUntil(
      [...args, '--forward-to', `${receiver.url}/hook`, '--users', 'ada'],
      /signed with (whsec_\S+)/,
    )
    const [, secret = ''] = await listening.shown

    const first = await tell('first')
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1)
    await service.close()
    await tell('second')
    await expect.poll(listening.stderr, { timeout: 60_000 }).toContain('The connection was lost')
    await run()
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2)
    const [request] = receiver.received
    expect(request?.url).toBe('/hook')
    expect(
      new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>),
    ).toEqual(first)

    await tell('third')
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(3)
    listening.interrupt()
    const { code, stdout, stderr } = await listening.ended
    expect(stdout).toContain(
      `${first.timestamp}  svc.trigger.message  NOTES_NOTE_MADE  ti_1  ca_1  user ada\n  ${first.id}, position 1\n  {"text":"first"}\n  -> 204 in `,
    )
    expect(stdout).toMatch(/{"text":"second"}\n {2}-> 500 in \d+ ms "no\\u001b\[2J"\n/)
    expect(stdout).toMatch(/Continue from here with --after [23]\n$/)
    expect(stderr).toMatch(/^The connection was lost .+\n$/)
    expect(code).toBe(0)
  },
)

test(
  'prints one line of JSON for each event, from a position on',
  { timeout: 300_000 },
  async () => {
    verifies('receiving.listen.json')
    const { tell, args } = await start()
    const events = [await tell('one'), await tell('two'), await tell('three')]
    const closed = `http://127.0.0.1:${await findFreePort()}/hook`
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const listening = runCliUntil(
      [
        ...args,
        '--json',
        '--after',
        '1',
        '--forward-to',
        closed,
        '--secret',
        secret,
        '--types',
        'svc.trigger.message',
      ],
      /"position":"3".+\n/,
    )
    await listening.shown
    listening.interrupt()
    const { code, stdout } = await listening.ended

    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    const forwarded = {
      error: expect.stringContaining('ECONNREFUSED'),
      duration_ms: expect.any(Number),
    }
    expect(lines).toEqual([
      { listening: true, forward_to: closed, secret },
      { position: '2', event: events[1], forwarded },
      { position: '3', event: events[2], forwarded },
    ])
    expect(code).toBe(0)
  },
)

test('says what is wrong before it listens', async () => {
  verifies('receiving.listen')
  const { args } = await start()
  const refused: [string[], RegExp][] = [
    [['--forward-to', 'localhost:3000'], /not an http or https URL: localhost:3000/],
    [['--forward-to', 'http://localhost:3000', '--secret', 'mine'], /not a webhook secret/],
    [['--types', 'trigger.message'], /No event type trigger\.message[^]*svc\.trigger\.message/],
    [['--after', 'evt_1'], /"evt_1" is not a lastEventId/],
    [['--api-key', 'pbk_wrong'], /API key/],
  ]
  for (const [more, stderr] of refused)
    expect(await runCli([...args, ...more])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(stderr),
    })
})
