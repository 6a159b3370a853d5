import { isNode, walkSyntax, type SyntaxNode } from './walk-syntax.ts'

export type Call = { method: string; arguments: unknown }

/** The chained calls of each statement in which this method is called. */
export const callChains = (text: string, beginning: string): Call[][] => {
  const chains = new Map<unknown, Call[]>()
  for (const node of text.includes(beginning) ? walkSyntax(text) : []) {
    const calls = node.type === 'CallExpression' ? callsOf(node) : []
    // `a().b()` holds the call of `a` too: the longest is the whole.
    const first = calls.find(({ method }) => method === beginning)?.arguments
    if (first !== undefined && calls.length > (chains.get(first)?.length ?? 0))
      chains.set(first, calls)
  }
  return [...chains.values()]
}

const callsOf = (node: SyntaxNode): Call[] => {
  const callee = node['callee']
  if (
    !isNode(callee) ||
    callee.type !== 'MemberExpression' ||
    !isNode(callee['property']) ||
    !isNode(callee['object'])
  )
    return []
  const call = { method: String(callee['property']['name']), arguments: node['arguments'] }
  return callee['object'].type === 'CallExpression' ? [...callsOf(callee['object']), call] : [call]
}
