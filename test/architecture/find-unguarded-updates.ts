import { callChains, type Call } from './call-chains.ts'
import { isNode } from './walk-syntax.ts'

/** They say which row it is, and so nothing of what the writer takes it to hold. */
const keyColumns = new Set(['id', 'project_id', 'deleted_at'])

const rowLock =
  /\bfor\s+(no\s+key\s+)?update\b|\bfor\s+(key\s+)?share\b|\.for(NoKeyUpdate|Update|Share|KeyShare)\(/i
const rawUpdate = /`\s*update\s+\w+\s+set\b/i

/**
 * Every way to write a row that could undo what another request has just written, as a sentence
 * that says what to do.
 *
 * `modifyRow` writes under the lock that it read under. Otherwise an UPDATE says in its condition
 * what the row is taken to hold, or has the database compute the new value.
 */
export const findUnguardedUpdates = (path: string, text: string): string[] => [
  ...callChains(text, 'updateTable')
    .filter((chain) => !isGuarded(chain))
    .map(() => `${path} updates a row whatever it holds by now: write it with modifyRow`),
  ...(rawUpdate.test(text)
    ? [`${path} has an UPDATE as text, which no rule can check: write it with modifyRow`]
    : []),
  ...(rowLock.test(text) ? [`${path} locks rows itself: use modifyRow, lockRow or keepRows`] : []),
]

const isGuarded = (calls: Call[]): boolean =>
  calls.some(({ method, arguments: given }) => {
    const first: unknown = Array.isArray(given) ? given[0] : undefined
    if (!isNode(first)) return false
    if (method === 'set') return first.type === 'ArrowFunctionExpression'
    return method === 'where' && first.type === 'Literal' && !keyColumns.has(String(first['value']))
  })
