import type { Plugboard } from '../../index.ts'
import type { Cassettes } from '../cassettes/open-cassettes.ts'
import type { CaseRun, EvalCase, Usage } from '../types.ts'

/** Puts cases to a model by way of one framework. */
export type Runner = {
  /** Names the framework in runs and reports. */
  readonly adapter: string
  /**
   * Runs a case once. What goes wrong is the `error` of the run; only an abort by `signal` is
   * thrown.
   */
  run(evalCase: EvalCase, options?: RunOptions): Promise<CaseRun>
}

export type RunOptions = {
  /** Without them the model is asked each time and nothing is written. */
  cassettes?: Cassettes | undefined
  /** Each trial has recordings of its own; 1 by default. */
  trial?: number | undefined
  /** Has the model stream its answers. */
  stream?: boolean | undefined
  signal?: AbortSignal | undefined
  /**
   * The service whose tools are used, where a case names tools or a session and nothing is
   * replayed.
   */
  plugboard?: Plugboard | undefined
  /** Whose accounts tools named by slugs act on; "evals" by default. */
  userId?: string | undefined
  /** What usage costs, for budgets. */
  price?: ((model: string, usage: Usage) => number) | undefined
}

/** Settings of the model that all frameworks know. */
export type { ModelSettings } from '../cassettes/model-request.ts'
