import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { rootKeys } from '../support/start-service.ts'

const cli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))

/** A new folder, removed at the end of the test. */
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-trouble-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const start = (environment: Record<string, string>, command = ['start']) => {
  const child = spawn(process.execPath, [cli, ...command], {
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'] ?? '',
      PLUGBOARD_PUBLIC_URL: 'https://tools.example',
      PLUGBOARD_ROOT_KEYS: rootKeys,
      PLUGBOARD_PORT: '0',
      ...environment,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, exit: once(child, 'exit') as Promise<[number | null, string | null]> }
}

/** What a start says that fails. */
const failed = async (...given: Parameters<typeof start>): Promise<string> => {
  const { child, exit } = start(...given)
  const said = await text(child.stderr)
  expect((await exit)[0]).toBe(1)
  return said
}

test('a data folder that cannot be used is named, with what to do', async () => {
  verifies('start.data-folder')
  const folder = newFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  // SQLite says the same of a folder that is read-only, which is none for root.
  const locked = join(folder, 'locked')
  mkdirSync(join(locked, 'lock.db'), { recursive: true })
  const toMessage = (data: string, problem: string) =>
    `Error: The data folder ${data} cannot be ${problem}\n  Cause: `
  const fix = '\n  Name a folder that you may write to with --data or PLUGBOARD_DATA\n'

  for (const [data, problem, command] of [
    [file, 'created', ['start']],
    [locked, 'written', ['start']],
    [file, 'created', ['dev']],
  ] as const) {
    const said = await failed({ PLUGBOARD_DATA: data }, [...command])
    expect(said.startsWith(toMessage(data, problem)), said).toBe(true)
    expect(said).toContain(fix)
  }
})

test('a port of metrics that is in use is named by its setting', async () => {
  verifies('start.settings')
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen')
  const said = await failed({
    PLUGBOARD_DATA: newFolder(),
    PLUGBOARD_METRICS_PORT: String(address.port),
  })
  expect(said).toBe(
    `Error: Port ${address.port} of 127.0.0.1 is in use\n  Stop the program that uses it, or choose another port with PLUGBOARD_METRICS_PORT (0: any free port)\n`,
  )
})

test.each([0, 3])(
  'a service whose log is read no more, and that got %i requests since, ends on SIGTERM',
  async (requests) => {
    verifies('start.log-reader')
    const { child, exit } = start({ PLUGBOARD_DATA: newFolder() })
    let log = ''
    for await (const chunk of child.stderr.setEncoding('utf8')) {
      log += String(chunk)
      // Leaving the loop closes the pipe.
      if (log.includes('"listening"')) break
    }
    const url = /"url":"([^"]+)"/.exec(log)?.[1] ?? ''
    // Each would be a line of the log.
    for (let count = 0; count < requests; count += 1)
      expect((await fetch(`${url}/api/v3/tools`)).status).toBe(401)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  },
)
