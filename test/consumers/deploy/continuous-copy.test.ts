import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { admin } from '../../service/admin/admin-cli.ts'
import { startNode, type ServiceNode } from '../../support/start-node.ts'

const litestream = join(
  dirname(createRequire(import.meta.url).resolve('@flydotio/litestream-linux-x64/package.json')),
  'litestream',
)
const example = new URL('../../../examples/deploy/litestream.yml', import.meta.url)
const exampleConfig = z.object({
  dbs: z.tuple([
    z.looseObject({ path: z.string(), replicas: z.tuple([z.looseObject({ type: z.string() })]) }),
  ]),
})

const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-litestream-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The configuration of the example, for a file here and a copy in a folder. */
const writeConfig = (folder: string, database: string): string => {
  const config = exampleConfig.parse(parse(readFileSync(example, 'utf8')))
  const [db] = config.dbs
  db.path = database
  db.replicas = [
    { ...db.replicas[0], type: 'file', path: join(folder, 'copy'), 'sync-interval': '100ms' },
  ]
  const path = join(folder, 'litestream.yml')
  writeFileSync(path, stringify(config))
  return path
}

const replicate = (config: string) => {
  const child = spawn(litestream, ['replicate', '-config', config])
  onTestFinished(() => void child.kill('SIGKILL'))
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (log += part))
  return {
    log: () => log,
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

/** The rows of every table of a database, in the order of the file. */
const readAll = (path: string) => {
  const file = new DatabaseSync(path, { readOnly: true })
  const tables = file
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name))
  const rows = Object.fromEntries(
    tables.map((name) => [name, file.prepare(`select * from "${name}"`).all()]),
  )
  file.close()
  return rows
}

test('a copy by Litestream is not disturbed by a node, and restores what was acknowledged', async () => {
  const folder = createFolder()
  const data = join(folder, 'data')
  mkdirSync(data)
  const database = join(data, 'plugboard.db')
  const start = () => startNode({ PLUGBOARD_DATA: data, PLUGBOARD_ACCESS_LOG_SHARE: '0' })
  let node = await start()
  await expect.poll(node.stdout).toMatch(/pbk_\w+/)
  const apiKey = /pbk_\w+/.exec(node.stdout())?.[0] ?? ''
  const config = writeConfig(folder, database)
  const copying = replicate(config)
  await expect.poll(copying.log, { timeout: 60_000 }).toMatch(/snapshot written/)

  const acknowledged: string[] = []
  const write = async ({ url }: ServiceNode, count: number) => {
    for (let number = 0; number < count; number += 1) {
      const response = await fetch(`${url}/api/v3/tool_router/session`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: `user ${acknowledged.length}` }),
      })
      const { session_id } = z.object({ session_id: z.string() }).parse(await response.json())
      acknowledged.push(session_id)
    }
  }
  // More than a thousand pages, from which on SQLite writes them into the file itself.
  await write(node, 250)
  await node.kill()
  node = await start()
  await write(node, 100)
  await node.stop()
  node = await start()
  await write(node, 100)
  // A backup reads the file beside Litestream, and is one.
  const backup = await admin(['backup', join(folder, 'one.backup'), '--url', node.url], {
    PLUGBOARD_DATA: data,
  })
  expect(backup.code).toBe(0)
  await node.stop()
  await copying.stop()

  const restored = join(folder, 'restored')
  mkdirSync(restored)
  const to = join(restored, 'plugboard.db')
  execFileSync(litestream, ['restore', '-config', config, '-o', to, database], { stdio: 'pipe' })
  const rows = readAll(to)
  expect(rows).toEqual(readAll(database))
  const sessions = new Set(rows['sessions']?.map(({ id }) => id))
  expect(acknowledged.filter((id) => !sessions.has(id))).toEqual([])
  // A checkpoint that Litestream did not make would have begun another.
  const generations = execFileSync(litestream, ['generations', '-config', config, database], {
    encoding: 'utf8',
  })
  expect(generations.trim().split('\n').slice(1)).toHaveLength(1)
  expect(copying.log()).not.toMatch(/level=ERROR|cannot verify|overwritten/)
  expect(await admin(['check', '--data', restored], {})).toMatchObject({
    code: 0,
    answer: { result: 'ok' },
  })
})
