import type { SearchIndex } from '../engine/index.ts'
import type { Block } from './block.ts'
import type { Unit } from './unit.ts'

/** What is indexed of a project. Never changed: each step of an update makes another one. */
export type ProjectIndex = {
  /** The project's stamp that it was brought up to. */
  stamp: number
  indexed: ReadonlyMap<string, Unit>
  /** Toolkits of which blocks may be missing yet. */
  unfinished: ReadonlySet<string>
  blocks: readonly Block[]
  search: SearchIndex
  /** Whether everything is in it that the project had at the stamp. */
  isComplete: boolean
}
