import type { HttpRequestTemplate, ToolHint } from '../../definitions.ts'
import { leadingVerbs } from '../slugs/leading-verbs.ts'
import type { Operation } from './read-operations.ts'

/**
 * What may be said of an operation without knowing it, from its method and from the verbs of its name.
 *
 * A replacing PUT is not called destructive: most set one thing to a wanted state (star, follow, add a member), and an
 * approval for each would be granted unread. Those whose name says that something is lost are.
 */
export const toolHints = (operation: Pick<Operation, 'method' | 'path' | 'operationId' | 'summary'>): ToolHint[] => {
  const verbs = leadingVerbs(operation)
  const isDestructive = operation.method === 'DELETE' || (operation.method !== 'HEAD' && verbs.some((verb) => destructive.has(verb)))
  const isReadOnly = !isDestructive && (safe.has(operation.method) || (operation.method === 'POST' && reads(operation, verbs)))
  return [
    ...(isReadOnly ? (['readOnlyHint'] as const) : []),
    ...(isDestructive ? (['destructiveHint'] as const) : []),
    ...(operation.method === 'DELETE' || operation.method === 'PUT' ? (['idempotentHint'] as const) : []),
    'openWorldHint',
  ]
}

const safe = new Set<HttpRequestTemplate['method']>(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

const destructive = new Set([
  'delete', 'remove', 'destroy', 'purge', 'erase', 'wipe', 'drop', 'revoke', 'cancel', 'terminate', 'clear', 'reset', 'replace',
  'overwrite', 'uninstall',
  'void', 'discard', 'expire', 'unlink', 'disconnect', 'detach', 'deactivate', 'ban', 'truncate', 'flush', 'kill', 'abort', 'reject',
  'trash',
])

const reading = new Set([
  'search', 'list', 'get', 'query', 'find', 'fetch', 'read', 'retrieve', 'lookup', 'count', 'validate', 'check', 'preview', 'describe', 'estimate',
  'calculate', 'compare', 'render', 'filter', 'browse', 'show', 'view', 'explain', 'suggest', 'aggregate',
])

/** "Get or create" writes, and so does "get a token", which mints one. */
const writes = /\b(or|and)\s+(create|update|delete|set|add|remove)|\b(token|session|key|code|check-?in|check-?out)s?\b/i

const reads = ({ path, summary, operationId }: Pick<Operation, 'path' | 'summary' | 'operationId'>, verbs: string[]): boolean => {
  if (verbs.length > 0) return verbs.every((verb) => reading.has(verb)) && (verbs.includes('check') || !writes.test(`${summary} ${operationId}`))
  return /\/(search|query|lookup|count|validate)$/i.test(path)
}
