import type { PagingRule } from '../../../contract/recipe/answers.ts'
import type { GraphQlRequestTemplate } from '../../catalog/index.ts'
import { selectPath } from '../../third-party/index.ts'

/**
 * The paging rule of a tool that answers with a connection, from its schema: the cursor of the end
 * goes into `after`, or that of the start into `before` where the call asks from the end.
 */
export const connectionRule = (
  { connection, variables }: GraphQlRequestTemplate,
  asked: Readonly<Record<string, unknown>>,
  json: unknown,
): PagingRule[] => {
  if (!connection) return []
  const isBackward = isGiven(asked['last']) || isGiven(asked['before'])
  const argument = isBackward ? 'before' : 'after'
  if (!variables.includes(argument)) return []
  const at = ['data', ...connection].join('.')
  const [cursor, more] = isBackward
    ? ['startCursor', 'hasPreviousPage']
    : ['endCursor', 'hasNextPage']
  // A call selects other fields than the default ones.
  const items = ['nodes', 'edges'].find((name) => Array.isArray(selectPath(json, `${at}.${name}`)))
  return [
    {
      by: 'cursor',
      argument,
      next: `${at}.pageInfo.${cursor}`,
      more: `${at}.pageInfo.${more}`,
      ...(items !== undefined && { items: `${at}.${items}` }),
    },
  ]
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null
