import type { ToolHint } from '../../definitions.ts'
import { toolHints } from '../../openapi/operation/hints.ts'
import { wordsOfName } from '../../openapi/slugs/words.ts'
import { isDestructiveVerb } from './is-destructive-verb.ts'
import type { Operation } from './operation.ts'

/**
 * A query only reads, as GraphQL defines it, unless its name begins with another verb. A mutation is
 * destructive when any word of its name is, whatever its description says.
 */
export const operationHints = ({ kind, verb, field }: Operation): ToolHint[] => {
  const method = kind === 'query' ? 'GET' : 'POST'
  const hints = toolHints({ method, path: '', operationId: verb, summary: '' })
  return kind === 'mutation' && [verb, ...wordsOfName(field.name)].some(isDestructiveVerb)
    ? [...new Set<ToolHint>(['destructiveHint', ...hints])]
    : hints
}
