import { LimitExceeded, spend, type Run } from '../check.ts'
import type { Instruction } from './to-program.ts'

/**
 * Whether a program matches anywhere in the text. No instruction is tried twice at the same
 * character, so the work is proportional to the length of the text instead of the number of ways to
 * match it; all work is counted.
 */
export const matchInBounds = (
  program: readonly Instruction[],
  characters: readonly string[],
  run: Run,
): boolean => {
  if (program.length * (characters.length + 1) > maximumStates)
    throw new LimitExceeded('is too large to be checked')
  const tried = new Uint8Array(((program.length * (characters.length + 1)) >> 3) + 1)
  const isNew = (state: number) => {
    const mask = 1 << (state & 7)
    const bits = tried[state >> 3] ?? 0
    tried[state >> 3] = bits | mask
    return (bits & mask) === 0
  }
  return (
    characters.some((_, start) => matchAt(program, 0, characters, start, run, isNew)) ||
    matchAt(program, 0, characters, characters.length, run, isNew)
  )
}

const maximumStates = 2 ** 27

const matchAt = (
  program: readonly Instruction[],
  entry: number,
  characters: readonly string[],
  start: number,
  run: Run,
  isNew: (state: number) => boolean,
): boolean => {
  const open = [entry, start]
  while (open.length > 0) {
    let at = open.pop() ?? 0
    const address = open.pop() ?? 0
    spend(run, 4)
    if (!isNew(address * (characters.length + 1) + at)) continue
    const instruction = program[address]
    switch (instruction?.kind) {
      case undefined:
      case 'found':
        return true
      case 'character': {
        const character = instruction.backward ? characters[at - 1] : characters[at]
        if (character === undefined || !instruction.accepts(character)) continue
        at += instruction.backward ? -1 : 1
        open.push(address + 1, at)
        break
      }
      case 'split':
        for (const target of instruction.targets) open.push(target, at)
        break
      case 'edge':
        if (isAtEdge(instruction.at, characters, at)) open.push(address + 1, at)
        break
      case 'look':
        if (look(program, address + 1, characters, at, run) !== instruction.negative)
          open.push(instruction.after, at)
        break
      default:
        instruction satisfies never
    }
  }
  return false
}

/** A separate record, because what failed in another lookaround may lead to a match in this one. */
const look = (
  program: readonly Instruction[],
  entry: number,
  characters: readonly string[],
  at: number,
  run: Run,
): boolean => {
  const tried = new Set<number>()
  return matchAt(program, entry, characters, at, run, (state) => {
    const isNew = !tried.has(state)
    tried.add(state)
    return isNew
  })
}

const isAtEdge = (
  edge: 'start' | 'end' | 'word' | 'inside',
  characters: readonly string[],
  at: number,
): boolean => {
  if (edge === 'start') return at === 0
  if (edge === 'end') return at === characters.length
  return (isWord(characters[at - 1]) !== isWord(characters[at])) === (edge === 'word')
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /^\w$/.test(character)
