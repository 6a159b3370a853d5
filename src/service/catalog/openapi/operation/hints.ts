import type { HttpRequestTemplate, ToolHint } from '../../definitions.ts'
import { leadingVerbs } from '../slugs/leading-verbs.ts'
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
    (operation.method !== 'HEAD' && verbs.some((verb) => destructive.has(verb)))
  const isReadOnly = safe.has(operation.method) && verbs.every((verb) => reading.has(verb))
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

const destructive = new Set([
  'delete',
  'remove',
  'destroy',
  'purge',
  'erase',
  'wipe',
  'drop',
  'revoke',
  'cancel',
  'terminate',
  'clear',
  'reset',
  'replace',
  'overwrite',
  'uninstall',
  'void',
  'discard',
  'expire',
  'unlink',
  'disconnect',
  'detach',
  'deactivate',
  'ban',
  'truncate',
  'flush',
  'kill',
  'abort',
  'reject',
  'trash',
])

/**
 * Includes verbs that do not describe an action, such as "invoke". Any other makes a GET more than
 * a read.
 */
const reading = new Set(
  `aggregate analyze browse calculate check compare compute count decode describe detect determine download echo estimate evaluate
  explain export extract fetch filter find get identify inspect introspect invoke list load lookup obtain ping poll predict preview
  query read receive render resolve retrieve return sample scan search show suggest summarize track validate verify view watch`.split(
    /\s+/,
  ),
)
