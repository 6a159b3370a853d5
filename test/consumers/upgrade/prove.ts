/**
 * Proves that an upgrade can be taken back: the version before, as its tarball installs it, runs on
 * a database of this one, restarts after a kill while this one serves, and takes over again.
 *
 * `.ci/run --full` runs this; it needs the history of the repository, and PostgreSQL in
 * TEST_DATABASE_URL for the half on PostgreSQL.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../../src/client/index.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { installOlder } from './install-older.ts'
import { smoke } from './smoke.ts'
import { startVersion, type Version } from './start-version.ts'

const newer = [
  '-C',
  'plugboard-source',
  fileURLToPath(new URL('../../../src/cli/index.ts', import.meta.url)),
]
const apiKey = `pbk_${'a1'.repeat(20)}`

const echo = createServer((request, response) => {
  const said = new URL(request.url ?? '', 'http://echo').searchParams.get('text')
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ said }))
}).listen(0, '127.0.0.1')
await once(echo, 'listening')
const { port } = echo.address() as AddressInfo

const base = {
  PLUGBOARD_PUBLIC_URL: 'https://tools.example',
  PLUGBOARD_ROOT_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  PLUGBOARD_EGRESS_ALLOW: `127.0.0.1:${port}`,
}

const importEcho = async ({ url }: Version) => {
  const client = createClient({ baseUrl: url, apiKey })
  const { id } = await client.toolkits.import({
    body: { slug: 'echo', source: { openapi: echoDescription } },
  })
  for (let tries = 0; tries < 300; tries += 1) {
    const { status } = await client.toolkits.getImport({ params: { id } })
    if (status === 'succeeded') return
    assert.notEqual(status, 'failed')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail('The import did not end')
}

const echoDescription = {
  openapi: '3.1.0',
  info: { title: 'Echo', version: '1' },
  servers: [{ url: `http://127.0.0.1:${port}` }],
  paths: {
    '/say': {
      get: {
        operationId: 'say_something',
        summary: 'Say something',
        parameters: [{ name: 'text', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { description: 'said' } },
      },
    },
  },
}

const expectAllowed = ({ log }: Version) => {
  assert.match(log(), /The database was migrated by a newer version, which allows this one/)
  assert.doesNotMatch(log(), /corrupted/)
}

/** One process owns the file: the versions take turns. */
const onSqlite = async (older: readonly string[], folder: string) => {
  const settings = { ...base, PLUGBOARD_DATA: join(folder, 'data') }
  const first = await startVersion(newer, { ...settings, PLUGBOARD_FIRST_API_KEY: apiKey })
  await importEcho(first)
  const session = await smoke({ url: first.url, apiKey, name: 'newer' })
  await first.kill()
  const back = await startVersion(older, settings)
  expectAllowed(back)
  const made = await smoke({ url: back.url, apiKey, name: 'older' }, session)
  await back.kill()
  const again = await startVersion(older, settings)
  await smoke({ url: again.url, apiKey, name: 'again' }, made)
  assert.equal(await again.stop(), 0)
  const forward = await startVersion(newer, settings)
  await smoke({ url: forward.url, apiKey, name: 'forward' }, made)
  assert.equal(await forward.stop(), 0)
  console.log('On SQLite the older version took over, was killed, and gave back')
}

/** Both run at once, and the older one is killed and restarted while calls go to the newer one. */
const onPostgres = async (older: readonly string[], url: string) => {
  const settings = { ...base, DATABASE_URL: url }
  const next = await startVersion(newer, { ...settings, PLUGBOARD_FIRST_API_KEY: apiKey })
  await importEcho(next)
  const session = await smoke({ url: next.url, apiKey, name: 'newer' })
  const calls = callUntilStopped(next.url)
  let before = await startVersion(older, settings)
  for (let round = 0; round < 3; round += 1) {
    expectAllowed(before)
    const made = await smoke({ url: before.url, apiKey, name: `older ${round}` }, session)
    await smoke({ url: next.url, apiKey, name: `newer ${round}` }, made)
    await before.kill()
    before = await startVersion(older, settings)
  }
  const count = await calls.stop()
  assert.equal(await next.stop(), 0)
  await smoke({ url: before.url, apiKey, name: 'rolled back' }, session)
  assert.equal(await before.stop(), 0)
  console.log(
    `On PostgreSQL the older version was killed 3 times during ${count} calls, none failed`,
  )
}

const callUntilStopped = (url: string) => {
  const client = createClient({ baseUrl: url, apiKey, retries: 0 })
  const found = client.tools.list({ query: { toolkit_slug: 'echo' } })
  const running = new AbortController()
  const done = (async () => {
    let count = 0
    const slug = (await found).items[0]?.slug ?? ''
    for (; !running.signal.aborted; count += 1) {
      const { data } = await client.tools.execute({
        params: { tool_slug: slug },
        body: { arguments: { text: String(count) } },
      })
      assert.equal(data['said'], String(count))
    }
    return count
  })()
  return {
    stop: () => {
      running.abort()
      return done
    },
  }
}

const folder = await mkdtemp(join(tmpdir(), 'plugboard-upgrade-'))
try {
  const older = await installOlder(folder)
  await mkdir(join(folder, 'data'))
  await onSqlite(older, folder)
  if (process.env['TEST_DATABASE_URL'] === undefined)
    console.log('skip  the half on PostgreSQL: TEST_DATABASE_URL is not set')
  else {
    const { url, drop } = await createPostgresDatabase()
    await onPostgres(older, url).finally(drop)
  }
} finally {
  echo.close()
  await rm(folder, { recursive: true, force: true })
}
