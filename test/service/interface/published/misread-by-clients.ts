import { z } from 'zod'
import { listedStatuses, type Operation } from '../operations.ts'
import type { Sent } from '../send-operation.ts'
import { ofAccounts } from './accounts.ts'
import { ofCatalog } from './catalog.ts'
import { envelope } from './common.ts'
import { ofFiles } from './files.ts'
import { ofProjects } from './projects.ts'
import { ofSessions } from './sessions.ts'

/** A stream of events is no JSON; its frames have tests of their own. */
const streams = new Set(['triggerInstances.events', 'logs.activity'])

const answers: Record<string, z.ZodType> = {
  ...ofAccounts,
  ...ofCatalog,
  ...ofFiles,
  ...ofSessions,
  ...ofProjects,
}

/**
 * What a client cannot read of an answer: undefined where it reads all that the specification
 * promises.
 */
export const misreadByClients = (
  operation: Operation,
  { request, status, text }: Omit<Sent, 'isReplayed'>,
): string | undefined => {
  if (!listedStatuses(operation).includes(status) || (status < 400 && streams.has(operation.name)))
    return undefined
  const schema = status < 400 ? answers[operation.name] : envelope
  if (!schema)
    return `${operation.name}: no schema in test/service/interface/published; write down there what clients read of its answer`
  const { error } = schema.safeParse(JSON.parse(text))
  return (
    error &&
    `${operation.name}: ${request.slice(0, 300)} -> ${status}: ${z.prettifyError(error).slice(0, 1000)}`
  )
}
