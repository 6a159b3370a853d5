import type { PatternNode } from './pattern-node.ts'

/**
 * An instruction of a match. Execution continues with the next one unless the instruction says
 * otherwise.
 */
export type Instruction =
  | { kind: 'character'; accepts: (character: string) => boolean; backward: boolean }
  | { kind: 'split'; targets: readonly number[] }
  | { kind: 'edge'; at: 'start' | 'end' | 'word' | 'inside' }
  | { kind: 'look'; negative: boolean; after: number }
  | { kind: 'found' }

/**
 * The instructions of a pattern; undefined when there are too many, or when it contains a
 * backreference.
 */
export const toProgram = (pattern: PatternNode, flags: string): Instruction[] | undefined => {
  const program: Instruction[] = []
  if (!emit(pattern, { program, flags, backward: false })) return undefined
  program.push({ kind: 'found' })
  return program
}

const maximumLength = 20_000

type Emitter = {
  program: Instruction[]
  flags: string
  /** Inside a lookbehind the text is read from right to left. */
  backward: boolean
}

const emit = (node: PatternNode, emitter: Emitter): boolean => {
  const { program, backward } = emitter
  if (program.length > maximumLength) return false
  switch (node.kind) {
    case 'character':
      program.push({ kind: 'character', accepts: acceptorOf(node.source, emitter.flags), backward })
      return true
    case 'edge':
      program.push(node)
      return true
    case 'backreference':
      return false
    case 'sequence':
      return (backward ? node.parts.toReversed() : node.parts).every((part) => emit(part, emitter))
    case 'choice':
      return emitChoice(node.options, emitter)
    case 'repeat':
      return emitRepeat(node, emitter)
    case 'look':
      return emitLook(node, emitter)
    default:
      return node satisfies never
  }
}

const emitChoice = (options: readonly PatternNode[], emitter: Emitter): boolean => {
  const { program } = emitter
  const targets: number[] = []
  const ends: number[] = []
  program.push({ kind: 'split', targets })
  for (const option of options) {
    targets.unshift(program.length)
    if (!emit(option, emitter)) return false
    ends.push(program.push({ kind: 'split', targets: [] }) - 1)
  }
  for (const end of ends) program[end] = { kind: 'split', targets: [program.length] }
  return true
}

const emitRepeat = (
  { body, least, most }: PatternNode & { kind: 'repeat' },
  emitter: Emitter,
): boolean => {
  const { program } = emitter
  const start = program.length
  let last = start
  for (let copy = 0; copy < least; copy += 1) {
    last = program.length
    if (!emit(body, emitter)) return false
    if (program.length === start) return true // a repeat of nothing
  }
  if (most < Infinity) return emitOptional(body, most - least, emitter)
  if (least > 0) {
    program.push({ kind: 'split', targets: [program.length + 1, last] })
    return true
  }
  if (!emitOptional(body, 1, emitter)) return false
  const exit = program.length
  program[start] = { kind: 'split', targets: [exit + 1, start + 1] }
  program.push({ kind: 'split', targets: [start] })
  return true
}

const emitOptional = (body: PatternNode, copies: number, emitter: Emitter): boolean => {
  const { program } = emitter
  const exits: number[] = []
  for (let copy = 0; copy < copies; copy += 1) {
    exits.push(program.push({ kind: 'split', targets: [] }) - 1)
    if (!emit(body, emitter)) return false
  }
  for (const exit of exits) program[exit] = { kind: 'split', targets: [program.length, exit + 1] }
  return true
}

const emitLook = (
  { body, behind, negative }: PatternNode & { kind: 'look' },
  emitter: Emitter,
): boolean => {
  const { program } = emitter
  const at = program.push({ kind: 'found' }) - 1
  if (!emit(body, { ...emitter, backward: behind })) return false
  program.push({ kind: 'found' })
  program[at] = { kind: 'look', negative, after: program.length }
  return true
}

/** Most patterns test the same few characters repeatedly. */
const acceptorOf = (source: string, flags: string): ((character: string) => boolean) => {
  const expression = new RegExp(`^(?:${source})$`, flags)
  const known = new Map<string, boolean>()
  return (character) => {
    const answer = known.get(character) ?? expression.test(character)
    if (known.size < 256) known.set(character, answer)
    return answer
  }
}
