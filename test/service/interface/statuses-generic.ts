import type { Database } from '../../../src/service/platform/database/index.ts'
import { pageOrigin } from '../../support/fill-project.ts'
import { unknownOf } from '../isolation/requests.ts'
import type { NegativeService } from './negative-service.ts'
import { kindOf } from './negative-values.ts'
import { operations, type Operation } from './operations.ts'
import type { Seen } from './statuses-seen.ts'
import { asOwner, inOrder, schemaOf, validInput } from './valid-input.ts'

const lists = ({ endpoint }: Operation, slug: Operation['endpoint']['errors'][number]): boolean =>
  endpoint.errors.includes(slug)

/** 401 with a wrong key, whatever else the request is. */
export const provokeWrongKeys = async (
  { ask }: Seen,
  { target }: NegativeService,
): Promise<void> => {
  for (const operation of operations.filter((one) => lists(one, 'unauthorized')))
    await ask(
      { ...target, apiKey: 'pbk_wrong', orgApiKey: 'pbo_wrong', connectToken: 'pbt_wrong' },
      operation,
      {},
    )
}

/** 400 by text that no database stores, in whatever part of the request the operation reads. */
export const provokeInvalid = async (
  { ask }: Seen,
  { target, project, upstream }: NegativeService,
): Promise<void> => {
  for (const operation of operations.filter((one) => lists(one, 'invalid_request'))) {
    const valid = validInput(operation, project, upstream.url)
    const { body, query, params } = operation.endpoint
    if (body) await ask(target, operation, { ...valid, body: ['no object'] })
    else if (query)
      await ask(target, operation, {
        ...valid,
        query: { [Object.keys(query.shape)[0] ?? 'x']: '\u0000' },
      })
    else if (params)
      await ask(target, operation, {
        ...valid,
        params: { ...valid.params, [Object.keys(params.shape)[0] ?? '']: '\u0000' },
      })
  }
}

/** 403 by a page whose origin the connect token does not name. */
export const provokeForeignOrigins = async (
  { ask }: Seen,
  { target, project, upstream }: NegativeService,
): Promise<void> => {
  for (const operation of operations.filter(({ endpoint }) => endpoint.auth === 'ticket'))
    await ask(target, operation, validInput(operation, project, upstream.url), {
      origin: 'https://elsewhere.example',
    })
}

/** 404 by a path that names what does not exist. */
export const provokeUnknown = async (
  { ask }: Seen,
  { target, project, upstream }: NegativeService,
): Promise<void> => {
  for (const operation of operations.filter(
    (one) => lists(one, 'not_found') && one.endpoint.params,
  )) {
    const valid = validInput(operation, project, upstream.url)
    const schemas = schemaOf(operation, 'params')?.properties ?? {}
    for (const [name, schema] of Object.entries(schemas))
      await ask(target, operation, {
        ...valid,
        params: { ...valid.params, [name]: unknownOf(kindOf(schema) ?? 'mcpServer') },
      })
  }
}

/** 429 by any second request of a minute. */
export const provokeRateLimit = async (
  { ask }: Seen,
  target: Pick<NegativeService['target'], 'url' | 'apiKey' | 'orgApiKey'>,
): Promise<void> => {
  const { text } = await ask(target, 'connectTokens.create', {
    body: { user_id: 'ada', allowed_origins: [pageOrigin] },
  })
  const { token: connectToken } = JSON.parse(text) as { token: string }
  await ask({ ...target, connectToken }, 'connections.list', {})
  await ask(target, 'projects.create', { body: {} })
  for (const operation of operations) await ask({ ...target, connectToken }, operation, {})
}

/**
 * 409 by a second request with the key of one whose outcome nobody knows, as if its node had died.
 */
export const provokeConflicts = async (
  { ask }: Seen,
  { target, project, upstream }: NegativeService,
  { handle }: Database,
): Promise<void> => {
  const once = handle.withTables<{ once: { outcome: string | null; lease_until: string } }>()
  for (const operation of inOrder(operations).filter(({ endpoint }) => endpoint.idempotencyKey)) {
    const headers = { 'idempotency-key': operation.name }
    const input = sentCall(project, operation) ?? validInput(operation, project, upstream.url)
    await ask(target, asOwner(operation), input, headers)
    await once
      .updateTable('once')
      .set({ outcome: null, lease_until: '2026-11-21T10:00:00.000Z' })
      .execute()
    await ask(target, asOwner(operation), input, headers)
  }
}

/** A call that is refused before it is sent uses no key. */
const sentCall = (project: NegativeService['project'], { name }: { name: string }) => {
  const call = { tool_slug: project.tool, arguments: { id: '1' } }
  const params = { session_id: project.freeSession }
  const search = { queries: [{ use_case: 'read a note' }] }
  if (name === 'sessions.execute') return { params, body: call }
  if (name === 'sessions.executeMeta')
    return { params, body: { slug: 'SVC_SEARCH_TOOLS', arguments: search } }
  if (name === 'tools.execute')
    return {
      params: { tool_slug: project.tool },
      body: { user_id: project.user, arguments: call.arguments },
    }
  return undefined
}
