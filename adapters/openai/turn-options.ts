import type { RunOptions } from './run-call.ts'

export type TurnOptions<Event, Slug extends string = string> = RunOptions<Slug> & {
  /**
   * Maximum number of requests to the model; default: 10. The calls of the last answer are still
   * executed.
   */
  maximumSteps?: number | undefined
  /** Streams the model's answers, and is called with each event as it arrives. */
  onEvent?: ((event: Event) => void) | undefined
}

export const defaultMaximumSteps = 10
