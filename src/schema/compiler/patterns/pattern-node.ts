/**
 * The syntax tree of a regular expression. A single character remains source text: the platform's
 * engine decides what it matches.
 */
export type PatternNode =
  | { kind: 'character'; source: string }
  | { kind: 'sequence'; parts: readonly PatternNode[] }
  | { kind: 'choice'; options: readonly PatternNode[] }
  | { kind: 'repeat'; body: PatternNode; least: number; most: number }
  | { kind: 'edge'; at: 'start' | 'end' | 'word' | 'inside' }
  | { kind: 'look'; body: PatternNode; behind: boolean; negative: boolean }
  | { kind: 'backreference' }

/** Bounded repeats of this length or longer are treated as unbounded. */
export const longRepeat = 64

export const canBeEmpty = (node: PatternNode): boolean => {
  switch (node.kind) {
    case 'character':
      return false
    case 'edge':
    case 'look':
    case 'backreference':
      return true
    case 'sequence':
      return node.parts.every(canBeEmpty)
    case 'choice':
      return node.options.some(canBeEmpty)
    case 'repeat':
      return node.least === 0 || canBeEmpty(node.body)
    default:
      return node satisfies never
  }
}
