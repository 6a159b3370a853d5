import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../../src/service/index.ts'
import { openPostgres, openSqlite } from '../../../src/service/platform/database/index.ts'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { createId } from '../../../src/service/platform/ids.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { projectEventStore } from '../../../src/service/project-events/store.ts'
import { createKey } from '../../../src/service/projects/api-key.ts'
import { createProjectRules } from '../../../src/service/projects/project.ts'
import { projectStore } from '../../../src/service/projects/store.ts'
import { deliveryStore } from '../../../src/service/webhooks/deliveries/store.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { message, rootKeys } from '../project-events/write-beside.ts'
import { canariesIn, nameCanary } from './isolation-model-canaries.ts'

export type ModelService = {
  service: TestService
  database: Config['database']
  upstream: Upstream
  /** Every line of the service's log, down to `trace`. */
  lines: string[]
  /** Credentials that came to the address of a party (`tag`) other than theirs. */
  strayCredentials: { tag: string; secret: string; request: string }[]
  /** No request makes these. */
  addOrganization(name: string): Promise<{ id: string; key: string }>
  addDelivery(projectId: string, subscriptionId: string, error: string): Promise<string>
  addUserKey(organizationId: string, projectId: string): Promise<string>
  addEvent(projectId: string, text: string): Promise<void>
  close(): Promise<void>
  remove(): Promise<void>
}

/**
 * A service that logs everything, and a third party that answers each project with words of the
 * project's own and with all that it was sent.
 */
export const startModelService = async (): Promise<ModelService> => {
  const place = await openPlace()
  const lines: string[] = []
  const strayCredentials: ModelService['strayCredentials'] = []
  const upstream = await startUpstream(
    (request, response) => {
      const tag = /\/([a-j]{3})\//.exec(request.url)?.[1] ?? ''
      const stray = canariesIn(JSON.stringify(request.headers)).filter(
        (canary) => canary.isSecret && canary.tag !== tag,
      )
      strayCredentials.push(
        ...stray.map(({ text: secret }) => ({
          tag,
          secret,
          request: `${request.method} ${request.url} ${JSON.stringify(request.headers)}`,
        })),
      )
      const text = tag && nameCanary(tag, 0)
      const sent = { url: request.url, headers: request.headers, body: request.body }
      if (request.url.endsWith('/export'))
        return void response
          .writeHead(200, { 'content-type': 'application/zip' })
          .end(JSON.stringify({ text, sent }))
      json(
        response,
        200,
        request.method === 'GET' && request.url.endsWith('/notes')
          ? [{ text: `${text} ${'x'.repeat(30_000)}`, sent }]
          : { text, sent },
      )
    },
    { keep: true },
  )
  const service = await startService({
    keep: true,
    database: place.database,
    rootKeys,
    egressAllow: [upstream.host],
    logLevel: 'trace',
    writeLog: { write: (line) => void lines.push(line) },
  })
  const beside =
    place.database.engine === 'postgres'
      ? await openPostgres(place.database.url, 1)
      : openSqlite(join(place.database.folder, 'plugboard.db'))
  const projects = createProjectRules({
    database: beside,
    secrets: createSecrets(parseKeyRing(rootKeys)),
    clock: systemClock,
  })
  let isClosed = false
  return {
    service,
    database: place.database,
    upstream,
    lines,
    strayCredentials,
    addOrganization: async (name) => {
      const id = createId('org_')
      const { text, row } = createKey(systemClock, {
        kind: 'organization',
        organizationId: id,
        projectId: null,
        name,
      })
      await projectStore(beside.handle).insertOrganization({ id, name, created_at: row.created_at })
      await projectStore(beside.handle).insertKey(row)
      return { id, key: text }
    },
    addDelivery: async (projectId, subscriptionId, error) => {
      const id = createId('wd_')
      const attempts = JSON.stringify([
        { at: '2026-11-21T10:00:00.000Z', status_code: 500, duration_ms: 12, error },
      ])
      await deliveryStore(beside.handle).insert({
        id,
        project_id: projectId,
        subscription_id: subscriptionId,
        event_id: createId('evt_'),
        event_type: 'svc.trigger.message',
        status: 'dead',
        attempts,
        next_attempt_at: null,
        created_at: '2026-11-21T10:00:00.000Z',
      })
      return id
    },
    addUserKey: async (organizationId, projectId) => {
      const { text, row } = createKey(systemClock, {
        kind: 'user',
        organizationId,
        projectId,
        name: 'person',
      })
      await projectStore(beside.handle).insertKey(row)
      return text
    },
    // Without a transaction: on SQLite the service in this thread could not wait for its end.
    addEvent: async (projectId, text) => {
      const { dataKey } = await projects.reload(projectId)
      const store = projectEventStore(beside.handle)
      const event = message(text)
      await store.insert({
        event_id: event.id,
        project_id: projectId,
        sequence: await store.takeSequence(projectId),
        type: event.type,
        created_at: event.timestamp,
        body: dataKey.encrypt(JSON.stringify(event), { record: event.id, field: 'body' }),
      })
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      await beside.close()
      await service.close()
      await upstream.close()
    },
    remove: place.remove,
  }
}

const openPlace = async (): Promise<{ database: Config['database']; remove(): Promise<void> }> => {
  if (engine === 'postgres') {
    const { url, drop } = await createPostgresDatabase()
    return { database: { engine, url, maximumConnections: 5 }, remove: drop }
  }
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-model-'))
  return { database: { engine, folder }, remove: () => rm(folder, { recursive: true }) }
}
