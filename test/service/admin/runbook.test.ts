import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startNode, type ServiceNode } from '../../support/start-node.ts'
import { engine } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { isThorough } from '../../support/thorough.ts'
import { rootKeys, settingsOf } from './admin-cli.ts'
import { pageCommands } from './page-commands.ts'

const execute = promisify(execFile)

type World = Awaited<ReturnType<typeof openWorld>>

type Step = {
  /** Only there; default: on both. */
  on?: 'sqlite' | 'postgres'
  prepare?: (world: World) => Promise<void>
  /** What the command must show; `{key}` stands for what the page leaves to its reader. */
  shows?: RegExp
  /** What the page says to do with what was shown, or what must be so by now. */
  after?: (world: World, shown: string) => Promise<unknown>
}

const file = '/backups/monday.backup'

/** What is expected of commands beyond their success. A new one needs no entry. */
const steps: Record<string, Step> = {
  [`plugboard admin backup ${file}`]: {
    shows: engine === 'postgres' ? /pg_dump --format=custom/ : /sha256 +\w{64}/,
    after: (world, shown) => runShown(world, shown),
  },
  [`plugboard admin backup --verify ${file}`]: {
    shows: engine === 'postgres' ? /jobs +true/ : /result +ok/,
  },
  [`plugboard admin restore ${file} --data /new/folder`]: { on: 'sqlite', shows: /result +ok/ },
  [`plugboard admin restore ${file}`]: {
    on: 'postgres',
    prepare: async (world) => {
      const { url, drop } = await createPostgresDatabase()
      onTestFinished(drop)
      world.served = world.environment['DATABASE_URL']
      world.environment['DATABASE_URL'] = url
    },
    shows: /pg_restore --exit-on-error/,
    after: async (world, shown) => {
      await runShown(world, shown)
      expect((await run(world, 'plugboard admin check')).stdout).toMatch(/result +ok/)
      world.environment['DATABASE_URL'] = world.served ?? ''
    },
  },
  'plugboard admin check': { shows: /result +ok/ },
  'tail -c +4097 monday.backup > plugboard.db': {
    on: 'sqlite',
    after: async ({ folder }) => {
      const copy = new DatabaseSync(join(folder, 'plugboard.db'), { readOnly: true })
      expect(copy.prepare('select count(*) as count from sessions').get()).toEqual({ count: 1 })
      copy.close()
    },
  },
  'plugboard admin move --data /var/lib/plugboard --to postgres://plugboard@database/plugboard': {
    on: 'sqlite',
    prepare: async ({ node, places }) => {
      await node.current.stop()
      const { url, drop } = await createPostgresDatabase()
      onTestFinished(drop)
      places.set('postgres://plugboard@database/plugboard', url)
    },
    shows: /compared +equal/,
    after: async (world) => {
      const to = world.places.get('postgres://plugboard@database/plugboard') ?? ''
      // As the page says: nodes on the new database, and commands beside them.
      delete world.environment['PLUGBOARD_DATA']
      await world.start({ DATABASE_URL: to })
      world.environment['DATABASE_URL'] = to
    },
  },
  'plugboard admin calls unknown': {
    shows: /pr_/,
    after: async ({ places }, shown) => void places.set('<call>', idIn(shown)),
  },
  'plugboard admin calls resolve <call> --as executed': { shows: /may run again +false/ },
  'plugboard admin calls resolve <call> --as not-executed': {
    prepare: async (world) => {
      await leaveUnknown(world)
      world.places.set('<call>', idIn((await run(world, 'plugboard admin calls unknown')).stdout))
    },
    shows: /may run again +true/,
  },
  'plugboard admin deliveries recover --since 2026-11-24T08:00:00Z': { shows: /recovered +\d/ },
  'plugboard admin jobs retry <queue> [job]': { shows: /retried +0/ },
  // Nobody can be asked here.
  'plugboard admin jobs discard <queue> [job]': {
    prepare: async ({ places }) => void places.set('[job]', '--yes'),
    shows: /discarded +0/,
  },
  'plugboard admin keys create': { shows: /pbk_/ },
  'plugboard admin keys list': { shows: /pbk_/ },
  'plugboard admin keys revoke <key> --yes': {
    prepare: async (world) => {
      const made = (await run(world, 'plugboard admin keys create --name leaked')).stdout
      world.places.set('<key>', /\bkey_\w+/.exec(made)?.[0] ?? '')
    },
    shows: /revoked +key_/,
  },
  'plugboard admin migrate --check': { shows: /last +\d{4}_/ },
  'plugboard admin stats': { shows: /root keys +1/ },
  'plugboard admin users export <user>': { shows: /"ada\\?"/ },
  // Nobody can be asked here.
  'plugboard admin users erase <user>': {
    prepare: async ({ places }) => void places.set('<user>', 'ada --yes'),
    shows: /user id +ada/,
    after: async (world) => {
      world.places.set('<user>', 'ada')
      const { stdout } = await run(world, 'plugboard admin users export <user>')
      expect(stdout).not.toMatch(/\bada\b/)
    },
  },
}

const idIn = (shown: string): string => /^(call_\S+) /m.exec(shown)?.[1] ?? ''

const openWorld = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-runbook-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cli = fileURLToPath(new URL('../../../src/cli/index.ts', import.meta.url))
  await writeFile(
    join(folder, 'plugboard'),
    `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`,
  )
  await chmod(join(folder, 'plugboard'), 0o755)
  const held = Promise.withResolvers<void>()
  const upstream = await startUpstream(async ({ url }, response) => {
    if (url !== '/notes') await held.promise
    json(response, 200, { id: '1' })
  })
  const shared = await createSharedDatabase()
  const environment: Record<string, string> = {
    PATH: [folder, process.env['PATH']].join(delimiter),
    PLUGBOARD_ROOT_KEYS: rootKeys,
    NO_COLOR: '1',
  }
  const start = async (settings: Record<string, string>): Promise<ServiceNode> => {
    const started = await startNode({ ...settings, PLUGBOARD_EGRESS_ALLOW: upstream.host })
    Object.assign(environment, settings, {
      PLUGBOARD_BASE_URL: started.url,
      PLUGBOARD_PORT: new URL(started.url).port,
    })
    return started
  }
  const node = { current: await start(settingsOf(shared)) }
  await expect.poll(node.current.stdout).toMatch(/pbk_\w+/)
  environment['PLUGBOARD_API_KEY'] = /pbk_\w+/.exec(node.current.stdout())?.[0] ?? ''
  environment['PLUGBOARD_ORG_API_KEY'] = /pbo_\w+/.exec(node.current.stdout())?.[0] ?? ''
  return {
    folder,
    shared,
    upstream,
    environment,
    node,
    /** The address of the database of the node, while commands are about another. */
    served: undefined as string | undefined,
    /** What stands for the places and names of the page. */
    places: new Map([
      ['/backups', folder],
      ['/new/folder', join(folder, 'new')],
      ['/var/lib/plugboard', 'folder' in shared.database ? shared.database.folder : ''],
      ['<user>', 'ada'],
      ['<queue>', 'retention'],
      ['[job]', ''],
    ]),
    start: async (settings: Record<string, string>) => {
      node.current = await start(settings)
    },
  }
}

/** Kills the node during a call, and starts it again when nobody can finish the call any more. */
const leaveUnknown = async (world: World): Promise<void> => {
  const { environment, upstream, node, shared } = world
  const before = upstream.received.length
  const call = fetch(`${node.current.url}/api/v3/tools/execute/NOTES_GET_NOTE`, {
    method: 'POST',
    headers: {
      'x-api-key': environment['PLUGBOARD_API_KEY'] ?? '',
      'content-type': 'application/json',
      'idempotency-key': `call ${before}`,
    },
    body: JSON.stringify({ user_id: 'zoe', arguments: { id: '1' } }),
  }).catch(() => undefined)
  await expect.poll(() => upstream.received.length).toBe(before + 1)
  await node.current.kill()
  await call
  const settings = environment['DATABASE_URL']
  const { handle, close } = await openServiceDatabase(
    settings === undefined
      ? shared.database
      : { engine: 'postgres', url: settings, maximumConnections: 1 },
  )
  await handle
    .withTables<{ once: { lease_until: string } }>()
    .updateTable('once')
    .set({ lease_until: '2020-01-01T00:00:00.000Z' })
    .execute()
  await close()
  await world.start(settings === undefined ? settingsOf(shared) : { DATABASE_URL: settings })
}

const run = async (world: World, command: string) => {
  let filled = command
  for (const [place, text] of world.places) filled = filled.replaceAll(place, text)
  // A name that nothing stands for would be an input or output of the shell.
  expect(filled, 'add what stands for it to `places`').not.toMatch(/[<[]\w+[>\]]/)
  return execute('sh', ['-ec', filled], {
    cwd: world.folder,
    env: world.environment,
    maxBuffer: 64 * 1024 * 1024,
  })
}

/** Runs the line that a command prints for PostgreSQL's own tools. */
const runShown = async (world: World, shown: string): Promise<void> => {
  const [, line] = /^run +(.+)$/m.exec(shown) ?? []
  if (engine === 'postgres') expect(line).toBeDefined()
  if (line !== undefined) await run(world, line)
}

it.runIf(isThorough)(
  'every command of the runbook does what the page says',
  { timeout: 900_000 },
  async () => {
    const commands = pageCommands()
    expect(commands).toEqual(expect.arrayContaining(Object.keys(steps)))
    const world = await openWorld()
    const client = createClient({
      baseUrl: world.node.current.url,
      apiKey: world.environment['PLUGBOARD_API_KEY'] ?? '',
      retries: 0,
    })
    await importToolkit(
      { client },
      { slug: 'notes', source: { openapi: openNotesApi(world.upstream.url) } },
    )
    await client.sessions.create({ body: { user_id: 'ada' } })
    await leaveUnknown(world)

    let ran = 0
    for (const command of commands) {
      const { on, prepare, shows = /[^]*/, after } = steps[command] ?? {}
      if (on !== undefined && on !== engine) continue
      await prepare?.(world)
      const { stdout } = await run(world, command).catch((error: unknown) => {
        throw new Error(`\`${command}\` failed: ${String(error)}`, { cause: error })
      })
      expect(stdout, command).toMatch(shows)
      await after?.(world, stdout)
      ran += 1
    }
    expect(ran).toBeGreaterThan(15)
  },
)
