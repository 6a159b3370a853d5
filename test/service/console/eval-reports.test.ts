import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createReport, toJson } from '../../../src/evals/index.ts'
import { verifies } from '../../requirements.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { signIn } from '../../support/sign-in-to-console.ts'
import { startService } from '../../support/start-service.ts'

const report = toJson(createReport([], { createdAt: new Date('2026-11-01T10:00:00Z') }))

const makeFolder = async (): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'plugboard-reports-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  await writeFile(join(parent, 'outside.json'), report)
  const folder = join(parent, 'reports')
  await mkdir(join(folder, 'folder.json'), { recursive: true })
  await writeFile(join(folder, 'first.json'), report)
  await writeFile(join(folder, 'second.json'), report)
  await utimes(join(folder, 'first.json'), 1, 1)
  await writeFile(join(folder, 'other.json'), '{"version": 2}')
  await writeFile(join(folder, 'broken.json'), '{')
  await writeFile(join(folder, 'report.html'), '<p>')
  await symlink(join(parent, 'outside.json'), join(folder, 'link.json'))
  return folder
}

it('lists and opens the reports of a folder, and nothing else', async () => {
  verifies('console.evals')
  const folder = await makeFolder()
  const service = await startService({ evalReportFolder: folder })
  const headers = await signIn(service)
  const get = (name: string) => service.request('GET', `/console/evals${name}`, { headers })
  const list = await get('')
  expect(list.body.folder).toBe(folder)
  expect(list.body.items.map(({ name }: { name: string }) => name)).toEqual([
    'second.json',
    'first.json',
  ])
  expect(list.body.items[0].summary).toMatchObject({ outcome: 'passed', summaries: [] })
  expect((await get('/first.json')).body).toEqual(JSON.parse(report))
  for (const name of [
    '/link.json',
    '/folder.json',
    '/report.html',
    '/missing.json',
    '/..%2foutside.json',
    '/%2e%2e%2foutside.json',
    '/..%5coutside.json',
    '/%2fetc%2fpasswd',
    '/first.json%00',
  ])
    expect([name, (await get(name)).status]).toEqual([name, 404])
})

it('shows them to signed-in people of the operator, by requests of its pages', async () => {
  verifies('console.evals')
  const shared = await createSharedDatabase()
  const service = await startService({
    database: shared.database,
    evalReportFolder: await makeFolder(),
  })
  const headers = await signIn(service)
  const status = async (of: Record<string, string>) =>
    (await service.request('GET', '/console/evals/first.json', { headers: of })).status
  expect(await status(headers)).toBe(200)
  expect(await status({ ...headers, 'x-plugboard-csrf': '' })).toBe(401)
  expect(await status({ ...headers, 'sec-fetch-site': 'cross-site' })).toBe(401)
  expect(await status({ 'x-api-key': service.apiKey })).toBe(401)
  const database = await openServiceDatabase(shared.database)
  await database.handle
    .withTables<{ organizations: { id: string; name: string; created_at: string } }>()
    .insertInto('organizations')
    .values({ id: 'org_first', name: 'Operator', created_at: '2020-01-01T00:00:00.000Z' })
    .execute()
  expect(await status(headers)).toBe(403)
})

it('says that no folder is set, and that an absent one is empty', async () => {
  verifies('console.evals')
  const without = await startService()
  const none = await without.request('GET', '/console/evals', { headers: await signIn(without) })
  expect(none.body).toEqual({ folder: null, items: [] })
  const folder = join(tmpdir(), 'plugboard-no-such-folder')
  const service = await startService({ evalReportFolder: folder })
  const empty = await service.request('GET', '/console/evals', { headers: await signIn(service) })
  expect(empty.body).toEqual({ folder, items: [] })
})
