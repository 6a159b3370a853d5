import type { HttpRequestTemplate, ToolHint } from '../../definitions.ts'
import { leadingVerbs } from '../slugs/leading-verbs.ts'
import { destructiveVerbs, readingVerbs } from '../slugs/verbs.ts'
import type { Operation } from './read-operations.ts'

/**
 * Infers hints from an operation's method and the verbs of its name.
 *
 * A name alone never makes an operation read-only, since its author chooses it. A GET or HEAD is
 * read-only, unless its name says that it does more than read. A replacing PUT is not destructive:
 * most set one thing to a wanted state (star, follow, add a member), and users would approve each
 * without reading. Operations whose name implies a loss are destructive.
 */
export const toolHints = (
  operation: Pick<Operation, 'method' | 'path' | 'operationId' | 'summary'>,
): ToolHint[] => {
  const verbs = leadingVerbs(operation)
  const isDestructive =
    operation.method === 'DELETE' ||
    (operation.method !== 'HEAD' && verbs.some((verb) => destructiveVerbs.has(verb)))
  const isReadOnly = safe.has(operation.method) && verbs.every((verb) => readingVerbs.has(verb))
  return [
    ...(isReadOnly ? (['readOnlyHint'] as const) : []),
    ...(isDestructive ? (['destructiveHint'] as const) : []),
    ...(operation.method === 'DELETE' || operation.method === 'PUT'
      ? (['idempotentHint'] as const)
      : []),
    'openWorldHint',
  ]
}

const safe = new Set<HttpRequestTemplate['method']>(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
