import type { RunOptions } from './run-call.ts'

export type TurnOptions<Event> = RunOptions & {
  /**
   * At most so many requests to the model: 10 by default. The calls of the last one are made too.
   */
  maximumSteps?: number | undefined
  /** Streams the answers of the model: is given each event as it comes. */
  onEvent?: ((event: Event) => void) | undefined
}

export const defaultMaximumSteps = 10
