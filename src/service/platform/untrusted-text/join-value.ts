import type { Piece } from './split-value.ts'
import type { Branch } from './measure-value.ts'

/** Joins the pieces that `splitValue` creates. `take` returns whether the value is complete. */
export const createJoin = (): { take(piece: Piece): boolean; value(): unknown } => {
  let root: unknown
  const open: Branch[] = []

  const add = (key: string | undefined, member: unknown): void => {
    const around = open.at(-1)
    if (!around) root = member
    else if (Array.isArray(around)) around.push(member)
    // Assigning `__proto__` would set the prototype.
    else
      Object.defineProperty(around, key ?? '', {
        value: member,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }

  return {
    take: (piece) => {
      if ('open' in piece) {
        const branch: Branch = piece.open === 'array' ? [] : {}
        add(piece.key, branch)
        open.push(branch)
      } else if ('close' in piece) {
        open.pop()
      } else if ('value' in piece) {
        root = piece.value
      } else if ('items' in piece) {
        for (const item of piece.items) add(undefined, item)
      } else {
        for (const [key, member] of piece.members) add(key, member)
      }
      return open.length === 0
    },
    value: () => root,
  }
}
