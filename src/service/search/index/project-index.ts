import type { SearchIndex } from '../engine/index.ts'
import type { Block } from './block.ts'
import type { Unit } from './unit.ts'

/** The index of a project. Immutable: each step of an update creates another one. */
export type ProjectIndex = {
  /** The project's stamp that the index reflects. */
  stamp: number
  indexed: ReadonlyMap<string, Unit>
  /** Toolkits whose blocks may still be incomplete. */
  unfinished: ReadonlySet<string>
  blocks: readonly Block[]
  search: SearchIndex
  /** The tools that the index has once it is complete. */
  total: number
  /** Whether the index contains everything that the project had at the stamp. */
  isComplete: boolean
}
