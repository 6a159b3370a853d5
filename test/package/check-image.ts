import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRootKey } from '../../src/service/platform/secrets/index.ts'
import { createPostgresDatabase } from '../support/postgres-database.ts'
import { imageCommand, imageEnvironment } from './install-lines.ts'
import type { Report } from './report.ts'

/** The user `node` of the image. */
const userId = '1000'

const limitMs = 5 * 60_000

/**
 * Starts what the Dockerfile installs as its container would: with its command and environment, as
 * another user, with a read-only root, and its volume as the only folder that can be written.
 */
export const checkImage = async (image: string, report: Report): Promise<void> => {
  if (process.getuid?.() !== 0)
    return console.log('skip  the image as another user with a read-only root: needs root')
  // The user must reach it.
  await chmod(join(image, '..'), 0o755)
  report.check('the image starts on SQLite with a read-only root', await tryStart(image, {}))
  if (process.env['TEST_DATABASE_URL'] === undefined)
    return console.log('skip  the image on PostgreSQL: TEST_DATABASE_URL is not set')
  const { url, drop } = await createPostgresDatabase()
  try {
    report.check(
      'the image starts on PostgreSQL with a read-only root',
      await tryStart(image, { DATABASE_URL: url }),
    )
  } finally {
    await drop()
  }
}

const tryStart = async (
  image: string,
  settings: Record<string, string>,
): Promise<string | null> => {
  const data = await mkdtemp(join(tmpdir(), 'plugboard-image-'))
  await mkdir(data, { recursive: true })
  const [program = '', ...args] = imageCommand()
  const key = `pbk_${randomBytes(20).toString('hex')}`
  const child = spawn(
    'unshare',
    [
      '--mount',
      'bash',
      '-euc',
      // The folder of the image is on the root, or in a temporary folder that is not the user's.
      'mount -o remount,bind,ro / && mount -t tmpfs -o uid="$1",mode=0700 volume "$2" && shift 2 && exec "$@"',
      'image',
      userId,
      data,
      'setpriv',
      `--reuid=${userId}`,
      `--regid=${userId}`,
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
      program === 'node' ? process.execPath : program,
      ...args,
    ],
    {
      cwd: image,
      env: {
        PATH: process.env['PATH'] ?? '',
        ...imageEnvironment(),
        // The volume, and an address of this machine alone.
        PLUGBOARD_DATA: data,
        PLUGBOARD_HOST: '127.0.0.1',
        PLUGBOARD_PORT: '0',
        PLUGBOARD_PUBLIC_URL: 'https://tools.example',
        PLUGBOARD_FIRST_API_KEY: key,
        PLUGBOARD_ROOT_KEYS: `1:${createRootKey()}`,
        ...settings,
      },
    },
  )
  let output = ''
  const exit = once(child, 'exit') as Promise<[number | null]>
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  try {
    const url = await new Promise<string | undefined>((resolve) => {
      void exit.then(() => resolve(undefined))
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          const [, found] = /"url":"([^"]+)"[^\n]*"listening"/.exec(output) ?? []
          if (found !== undefined) resolve(found)
        })
    })
    if (url === undefined) return `It ended before it listened:\n${output}`
    const ready = await fetch(`${url}/readyz`)
    const session = await fetch(`${url}/api/v3/tool_router/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ user_id: 'ada' }),
    })
    child.kill('SIGTERM')
    const [code] = await exit
    return ready.status === 200 && session.status === 201 && code === 0
      ? null
      : `readyz ${ready.status}, session ${session.status}, exit ${code}:\n${output}`
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    await rm(data, { recursive: true, force: true })
  }
}
