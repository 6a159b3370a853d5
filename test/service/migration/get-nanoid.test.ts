import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import {
  serveNotes,
  createProject,
  fillProject,
  type FilledProject,
} from '../../support/fill-project.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'

let upstream: Upstream
let service: TestService
let key: string
let filled: FilledProject
beforeAll(async () => {
  upstream = await startUpstream(serveNotes, { keep: true })
  service = await startService({ keep: true, egressAllow: [upstream.host] })
  const project = await createProject(service, 'Migrated')
  key = project.key
  filled = await fillProject(project, upstream, 'migrated')
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const getNanoid = (query: Record<string, string>, apiKey = key) =>
  service.request('GET', `/api/v3/migration/get-nanoid?${new URLSearchParams(query)}`, {
    headers: { 'x-api-key': apiKey },
  })

/** UUID and id of each type that has UUIDs. */
const known = () =>
  [
    ['CONNECTED_ACCOUNT', filled.accountUuid, filled.account],
    ['AUTH_CONFIG', filled.authConfigUuid, filled.authConfig],
    ['TRIGGER_INSTANCE', filled.triggerUuid, filled.trigger],
  ] as const

describe('a legacy UUID', () => {
  it('is converted into the id of its resource, in any letter case', async () => {
    verifies('migration.converts')
    for (const [type, uuid, id] of known()) {
      expect(await getNanoid({ type, uuid })).toMatchObject({ status: 200, body: { nanoid: id } })
      expect(await getNanoid({ type, uuid: uuid.toUpperCase() })).toMatchObject({
        status: 200,
        body: { nanoid: id },
      })
    }
  })

  it('that is malformed or missing is 400, and so is the type', async () => {
    verifies('migration.invalid')
    const uuid = filled.accountUuid
    const queries = [
      { type: 'CONNECTED_ACCOUNT' },
      { uuid },
      { uuid: 'nonsense', type: 'CONNECTED_ACCOUNT' },
      { uuid: `${uuid}0`, type: 'CONNECTED_ACCOUNT' },
      { uuid, type: 'TOOLKIT' },
      { uuid: '', type: '' },
    ]
    for (const query of queries) {
      const { status, body } = await getNanoid(query as Record<string, string>)
      expect(status, JSON.stringify(query)).toBe(400)
      expect(body.error.errors.length).toBeGreaterThan(0)
    }
  })

  it('that no resource of the type has is 410', async () => {
    verifies('migration.gone')
    for (const type of ['CONNECTED_ACCOUNT', 'AUTH_CONFIG', 'TRIGGER_INSTANCE'])
      expect((await getNanoid({ type, uuid: randomUUID() })).status).toBe(410)
    const { status, body } = await getNanoid({ type: 'AUTH_CONFIG', uuid: filled.accountUuid })
    expect(status).toBe(410)
    expect(body.error).toMatchObject({ slug: 'gone', suggested_fix: expect.any(String) })
  })

  it('of another project is 410', async () => {
    verifies('migration.other-project')
    for (const [type, uuid] of known())
      expect((await getNanoid({ type, uuid }, service.apiKey)).status).toBe(410)
  })
})
