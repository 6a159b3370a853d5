import { isNode, walkSyntax, type SyntaxNode } from './walk-syntax.ts'

/** They say which row it is, and so nothing of what the writer takes it to hold. */
const keyColumns = new Set(['id', 'project_id', 'deleted_at'])

const rowLock = /\bfor\s+(no\s+key\s+)?update\b|\bfor\s+(key\s+)?share\b|\.for(NoKeyUpdate|Update|Share|KeyShare)\(/i
const rawUpdate = /`\s*update\s+\w+\s+set\b/i

/**
 * Every way to write a row that could undo what another request has just written, as a sentence that says what to do.
 *
 * `modifyRow` writes under the lock that it read under. Otherwise an UPDATE says in its condition what the row is taken to hold,
 * or has the database compute the new value.
 */
export const findUnguardedUpdates = (path: string, text: string): string[] => [
  ...(text.includes('updateTable') ? updateChains(walkSyntax(text)) : [])
    .filter((chain) => !isGuarded(chain))
    .map(() => `${path} updates a row whatever it holds by now: write it with modifyRow`),
  ...(rawUpdate.test(text) ? [`${path} has an UPDATE as text, which no rule can check: write it with modifyRow`] : []),
  ...(rowLock.test(text) ? [`${path} locks rows itself: use modifyRow, lockRow or keepRows`] : []),
]

type Call = { method: string; arguments: unknown }

/** The calls of each statement that begins with `updateTable`. */
const updateChains = (nodes: SyntaxNode[]): Call[][] => {
  const chains = new Map<unknown, Call[]>()
  for (const node of nodes) {
    const calls = node.type === 'CallExpression' ? callsOf(node) : []
    // `a().b()` holds the call of `a` too: the longest is the whole.
    const beginning = calls.find(({ method }) => method === 'updateTable')?.arguments
    if (beginning !== undefined && calls.length > (chains.get(beginning)?.length ?? 0)) chains.set(beginning, calls)
  }
  return [...chains.values()]
}

const callsOf = (node: SyntaxNode): Call[] => {
  const callee = node['callee']
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee['property']) || !isNode(callee['object'])) return []
  const call = { method: String(callee['property']['name']), arguments: node['arguments'] }
  return callee['object'].type === 'CallExpression' ? [...callsOf(callee['object']), call] : [call]
}

const isGuarded = (calls: Call[]): boolean =>
  calls.some(({ method, arguments: given }) => {
    const first: unknown = Array.isArray(given) ? given[0] : undefined
    if (!isNode(first)) return false
    if (method === 'set') return first.type === 'ArrowFunctionExpression'
    return method === 'where' && first.type === 'Literal' && !keyColumns.has(String(first['value']))
  })
