import { beforeAll, expect, it } from 'vitest'
import {
  createRunIdempotently,
  type KeyedRequest,
  type RunIdempotently,
} from '../../../src/service/http/run-idempotently.ts'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { DatabaseUnavailableError } from '../../../src/service/platform/database/index.ts'
import { createOnce, onceMigrations } from '../../../src/service/platform/once/index.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { ServiceError } from '../../../src/service/service-error.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'

describeEachEngine('a keyed request whose handler fails', (open) => {
  let database: TemporaryDatabase
  let oncePerKey: RunIdempotently
  const reported: { thrown: unknown; context: unknown }[] = []

  beforeAll(async () => {
    database = await open()
    await database.migrate(onceMigrations)
    const secrets = createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 7).toString('base64')}`))
    oncePerKey = createRunIdempotently({
      once: createOnce(database, { clock: systemClock }),
      secrets,
      onError: (thrown, context) => reported.push({ thrown, context }),
    })
  })

  const request = (key: string): KeyedRequest => ({
    key,
    operation: 'projects.create',
    listedErrors: ['invalid_request', 'unauthorized', 'internal'],
    caller: { kind: 'organization', keyId: 'key_1', organizationId: 'org_1' },
    requestId: 'req_1',
    content: { body: {} },
  })
  const failing = (error: unknown) => async () => {
    throw error
  }
  const done = async () => ({ status: 201, body: { id: 'made' } })

  it('frees its key when it was turned away before it began', async () => {
    verifies('idempotency.turned-away')
    await expect(
      oncePerKey(request('turned away'), failing(new ServiceError('rate_limited', 'Later'))),
    ).rejects.toThrow('Later')
    expect(await oncePerKey(request('turned away'), done)).toEqual(await done())
  })

  it('is not run again when the database went away in the middle', async () => {
    verifies('idempotency.unknown-outcome')
    await expect(
      oncePerKey(
        request('away'),
        failing(new DatabaseUnavailableError('gone', { cause: undefined })),
      ),
    ).rejects.toThrow('gone')
    await expect(oncePerKey(request('away'), done)).rejects.toMatchObject({
      slug: 'conflict',
      message: expect.stringContaining('unknown'),
      retryAfterSeconds: undefined,
    })
  })

  it('answers an unexpected error again', async () => {
    verifies('idempotency.replay.errors')
    await expect(oncePerKey(request('broken'), failing(new Error('oops')))).rejects.toThrow('oops')
    expect(await oncePerKey({ ...request('broken'), requestId: 'req_2' }, done)).toMatchObject({
      status: 500,
      replayed: true,
      body: { error: { slug: 'internal', request_id: 'req_2' } },
    })
  })

  it('answers without a body, and one too large to keep, once', async () => {
    verifies('idempotency.replay')
    await oncePerKey(request('empty'), async () => ({ status: 204, body: undefined }))
    expect(await oncePerKey(request('empty'), done)).toEqual({
      status: 204,
      body: undefined,
      replayed: true,
    })

    await oncePerKey(request('large'), async () => ({
      status: 200,
      body: { text: 'x'.repeat(4 * 1024 * 1024) },
    }))
    await expect(oncePerKey(request('large'), done)).rejects.toMatchObject({
      slug: 'conflict',
      message: expect.stringContaining('not stored'),
    })
  })

  it('gives its answer though it could not be stored', async () => {
    const reply = await oncePerKey(request('unstored'), async () => {
      await database.handle.withTables<{ once: { name: string } }>().deleteFrom('once').execute()
      return { status: 200, body: { unserializable: 1n } }
    })
    expect(reply.status).toBe(200)
    // It is logged, so it has nothing of the body, the key and the project.
    expect(reported).toEqual([
      {
        thrown: expect.any(Error),
        context: { requestId: 'req_1', operation: 'projects.create' },
      },
    ])
  })
})
