import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { createRootKey } from '../../../src/service/platform/secrets/index.ts'
import { serviceVersion } from '../../../src/service/platform/service-version.ts'
import { admin, rootKeys } from './admin-cli.ts'

const createFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-admin-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Creates sessions until it is stopped, and notes those that were acknowledged. */
const keepWriting = (service: TestService) => {
  const acknowledged: string[] = []
  const stopping = new AbortController()
  const write = async () => {
    while (!stopping.signal.aborted) {
      const { body } = await service.request('POST', '/api/v3/tool_router/session', {
        body: { user_id: `user ${acknowledged.length}` },
      })
      acknowledged.push(body.session_id)
    }
  }
  const done = Promise.all(Array.from({ length: 4 }, write))
  return {
    acknowledged,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

describe.runIf(engine === 'sqlite')('a backup of SQLite', () => {
  it('that is made while rows are written holds all that were acknowledged before it began', async () => {
    const { database } = await createSharedDatabase()
    const service = await startService({ database })
    const folder = await createFolder()
    const data = 'folder' in database ? database.folder : ''
    const file = join(folder, 'one.backup')
    const environment = { PLUGBOARD_DATA: data, PLUGBOARD_PORT: new URL(service.url).port }
    const writing = keepWriting(service)
    await expect.poll(() => writing.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(50)
    const before = [...writing.acknowledged]

    const made = await admin(['backup', file], environment)

    await expect
      .poll(() => writing.acknowledged.length, { timeout: 30_000 })
      .toBeGreaterThan(before.length)
    await writing.stop()
    expect(made).toMatchObject({ code: 0, answer: { path: file, root_keys: ['1'] } })
    const content = await readFile(file)
    for (const key of [rootKeys.slice(2), Buffer.alloc(32, 7).toString('latin1')])
      expect(content.includes(Buffer.from(key, 'latin1'))).toBe(false)
    expect(await readdir(folder)).toEqual(['one.backup'])
    // Root may write everywhere, but not below a file.
    expect(await admin(['backup', join(file, 'inner.backup')], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/inner\.backup could not be written: ENOTDIR[^]*may write/),
    })

    const target = join(folder, 'restored')
    const restored = await admin(['restore', file, '--data', target], {})
    expect(restored).toMatchObject({ code: 0, answer: { result: 'ok', restored_to: target } })
    const sessions = new Set(
      new DatabaseSync(join(target, 'plugboard.db'), { readOnly: true })
        .prepare('select id from sessions')
        .all()
        .map(({ id }) => id),
    )
    expect(before.filter((id) => !sessions.has(id))).toEqual([])
    const again = await startService({ database: { engine: 'sqlite', folder: target } })
    const first = await again.request('GET', `/api/v3/tool_router/session/${before[0]}`, {
      headers: { 'x-api-key': service.apiKey },
    })
    expect(first.status).toBe(200)

    const second = await admin(['restore', file, '--data', target], {})
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('database already') })
    const overwritten = await admin(['backup', file], environment)
    expect(overwritten).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    })
    expect((await admin(['check'], environment)).answer).toMatchObject({ result: 'ok' })
  })

  it('that is damaged, cut off, or for another root key is refused, and leaves nothing', async () => {
    const { database } = await createSharedDatabase()
    await (await startService({ database })).close()
    const folder = await createFolder()
    const file = join(folder, 'whole')
    const environment = { PLUGBOARD_DATA: 'folder' in database ? database.folder : '' }
    expect(await admin(['backup', file], environment)).toMatchObject({ code: 0 })
    const content = await readFile(file)
    const changed = Buffer.from(content)
    changed[10_000] = (changed[10_000] ?? 0) ^ 1
    const refused = async (bytes: Buffer, keys = rootKeys) => {
      await writeFile(join(folder, 'given'), bytes)
      const target = join(folder, 'target')
      const { code, stderr } = await admin(['restore', join(folder, 'given'), '--data', target], {
        PLUGBOARD_ROOT_KEYS: keys,
      })
      const left = (await readdir(target)).filter((name) => name.startsWith('plugboard'))
      return [code, left, stderr] as const
    }
    const message = (text: string) => [1, [], expect.stringContaining(text)]
    expect(await refused(changed)).toEqual(message('its checksum differs'))
    expect(await refused(content.subarray(0, -4096))).toEqual(message('is damaged: it holds'))
    expect(await refused(Buffer.concat([Buffer.alloc(4096), content.subarray(4096)]))).toEqual(
      message('is no backup, or was not finished'),
    )
    expect(await refused(content, `2:${createRootKey()}`)).toEqual(message('needs root keys'))
    expect(await refused(content, `1:${createRootKey()}`)).toEqual(
      message('A root key is not the one'),
    )
    expect(await admin(['backup', '--verify', file], environment)).toMatchObject({
      code: 0,
      answer: { result: 'ok', root_keys: ['1'] },
    })
  })

  it('is asked of a running service only with its root key', async () => {
    const service = await startService()
    const file = join(await createFolder(), 'stolen')
    const asked = await admin(['backup', file, '--url', service.url], {
      PLUGBOARD_ROOT_KEYS: `1:${createRootKey()}`,
    })
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('root key is not one') })
    expect(await readFile(file).catch(() => 'nothing')).toBe('nothing')
  })
})

describe.runIf(engine === 'postgres')('a backup of PostgreSQL', () => {
  it('is made and restored with the lines that the commands print', async () => {
    const { database } = await createSharedDatabase()
    const url = 'url' in database ? database.url : ''
    const service = await startService({ database })
    const { body } = await service.request('POST', '/api/v3/tool_router/session', {
      body: { user_id: 'ada' },
    })
    const run = promisify(execFile)
    const file = join(await createFolder(), 'it.dump')
    const shell = (line: string, to: string) =>
      run('sh', ['-c', line], { env: { ...process.env, DATABASE_URL: to } })

    const line = await admin(['backup', file], { DATABASE_URL: url })
    expect(line).toMatchObject({ code: 0, answer: { root_keys: ['1'] } })
    await shell(line.answer.run, url)
    expect(await admin(['backup', '--verify', file], { DATABASE_URL: url })).toMatchObject({
      code: 0,
    })
    const content = await readFile(file)
    await writeFile(`${file}.cut`, content.subarray(0, content.length - 100))
    expect(await admin(['backup', '--verify', `${file}.cut`], { DATABASE_URL: url })).toMatchObject(
      {
        code: 1,
        stderr: expect.stringContaining('pg_restore cannot read'),
      },
    )

    const target = await createPostgresDatabase()
    onTestFinished(target.drop)
    const restore = await admin(['restore', file], { DATABASE_URL: target.url })
    expect(restore).toMatchObject({ code: 0 })
    await shell(restore.answer.run, target.url)
    expect(await admin(['check'], { DATABASE_URL: target.url })).toMatchObject({
      code: 0,
      answer: { result: 'ok' },
    })
    expect(await admin(['restore', file], { DATABASE_URL: target.url })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not empty'),
    })
    const again = await startService({
      database: { engine: 'postgres', url: target.url, maximumConnections: 5 },
    })
    onTestFinished(again.close)
    const found = await again.request('GET', `/api/v3/tool_router/session/${body.session_id}`, {
      headers: { 'x-api-key': service.apiKey },
    })
    expect(found.status).toBe(200)
    await again.close()
  })
})

it('says whether a database is of this version, and counts what it holds', async () => {
  const { database } = await createSharedDatabase()
  const service = await startService({ database })
  const environment: Record<string, string> =
    'url' in database
      ? { DATABASE_URL: database.url }
      : { PLUGBOARD_DATA: database.folder, PLUGBOARD_PORT: new URL(service.url).port }
  const current = {
    version: serviceVersion,
    runs_this_version: true,
    oldest_version: '0.1.0',
    migrated_by: serviceVersion,
    pending: [],
    unknown: [],
    online: [],
    last: expect.stringMatching(/^\d{4}_/),
    is_empty: false,
  }
  expect((await admin(['migrate', '--check'], environment)).answer).toEqual(current)
  expect((await admin(['migrate', '--to', 'latest'], environment)).answer).toEqual(current)
  const undone = await admin(['migrate', '--to', '0100_projects'], environment)
  expect([undone.code, undone.stderr]).toEqual([
    1,
    expect.stringMatching(/"0100_projects" is no migration that is to be run[^]*not undone/),
  ])
  expect((await admin(['migrate'], environment)).stderr).toMatch(/Pass --check or --to/)
  const { answer } = await admin(['stats'], environment)
  expect(answer).toMatchObject({ engine, root_keys: ['1'] })
  expect(answer.tables).toContainEqual({ table: 'projects', rows: 1, is_more: false })
})
