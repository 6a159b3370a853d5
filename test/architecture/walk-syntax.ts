import { parseAst } from 'vitest/node'

export type SyntaxNode = { type: string } & Record<string, unknown>

/** Every node of a TypeScript file. */
export const walkSyntax = (text: string, path = ''): SyntaxNode[] => [
  ...walk(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' })),
]

const walk = function* (value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) yield value
  for (const part of Object.values(value)) yield* walk(part)
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
