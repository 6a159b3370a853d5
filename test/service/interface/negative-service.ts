import { errorEnvelope } from '../../../src/contract/errors.ts'
import type { Config } from '../../../src/service/index.ts'
import { deliveryStore } from '../../../src/service/webhooks/deliveries/store.ts'
import {
  serveNotes,
  createProject,
  fillProject,
  type FilledProject,
} from '../../support/fill-project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { startService, type StartOptions, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { deadDelivery } from './negative-values.ts'
import { listedStatuses, mediaTypeOf, type Operation } from './operations.ts'
import type { Sent } from './send-operation.ts'

export type NegativeService = {
  target: Pick<TestService, 'url' | 'apiKey' | 'orgApiKey'> & { connectToken: string }
  project: FilledProject
  upstream: Upstream
  close(): Promise<void>
}

/**
 * A service with a project that has everything in it, so that a request can be valid but for one
 * thing.
 */
export const startNegativeService = async (
  options: StartOptions & { answer?: typeof serveNotes } = {},
): Promise<NegativeService> => {
  const { answer = serveNotes, ...settings } = options
  const upstream = await startUpstream(answer, { keep: true })
  const service = await startService({ ...settings, keep: true, egressAllow: [upstream.host] })
  const made = await createProject(service, 'Negative run')
  const project = await fillProject(made, upstream, 'own')
  return {
    target: {
      url: service.url,
      apiKey: made.key,
      orgApiKey: service.orgApiKey,
      connectToken: project.connectToken,
    },
    project,
    upstream,
    close: async () => {
      await service.close()
      await upstream.close()
    },
  }
}

/** No request makes one. */
export const addDeadDelivery = async (
  settings: Config['database'],
  { project, webhook }: FilledProject,
): Promise<void> => {
  const { handle } = await openServiceDatabase(settings)
  const row = {
    id: deadDelivery,
    project_id: project,
    subscription_id: webhook,
    event_id: 'evt_1',
    event_type: 'svc.trigger.message',
    status: 'dead' as const,
    attempts: '[]',
    next_attempt_at: null,
  }
  await deliveryStore(handle).insert({ ...row, created_at: '2026-11-21T10:00:00.000Z' })
}

/**
 * What is wrong with an answer to input that may be refused; none when it is as the contract says.
 */
export const problemsOf = (
  operation: Operation,
  { request, status, contentType, text }: Omit<Sent, 'isReplayed'>,
  expected?: readonly number[],
): string[] => {
  const where = `${operation.name}: ${request.slice(0, 200)} ... ${request.slice(-200)} -> ${status} ${text.slice(0, 300)}`
  if (status === 500) return [`unexpected error: ${where}`]
  // Where a parameter leads out of the path, there is nothing, or another operation.
  if (![...listedStatuses(operation), 404].includes(status)) return [`status not listed: ${where}`]
  if (expected && !expected.includes(status)) return [`not ${expected.join(' or ')}: ${where}`]
  if (!contentType.startsWith(mediaTypeOf(operation, status)))
    return [`not ${mediaTypeOf(operation, status)}: ${where}`]
  return status >= 400 && !isEnvelope(text) ? [`no envelope: ${where}`] : []
}

const isEnvelope = (text: string): boolean => {
  const parsed = errorEnvelope.safeParse(JSON.parse(text))
  return (
    parsed.success &&
    Boolean(parsed.data.error.suggested_fix) &&
    Boolean(parsed.data.error.request_id)
  )
}

/** Runs the tasks, `width` at a time, and collects what they say. */
export const inParallel = async <T>(tasks: (() => Promise<T[]>)[], width = 8): Promise<T[]> => {
  const queue = tasks.values()
  const results: T[] = []
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const task of queue) results.push(...(await task()))
    }),
  )
  return results
}
