import type { Plugboard } from '../../index.ts'
import type { Cassettes } from '../cassettes/open-cassettes.ts'
import type { CaseRun, EvalCase, Usage } from '../types.ts'

/** Runs cases with a model through one framework. */
export type Runner = {
  /** Name of the framework in runs and reports. */
  readonly adapter: string
  /**
   * Runs a case once. Failures are returned as `error` of the run; only an abort by `signal` is
   * thrown.
   */
  run(evalCase: EvalCase, options?: RunOptions): Promise<CaseRun>
}

export type RunOptions = {
  /** Without cassettes, every request is sent to the model and nothing is recorded. */
  cassettes?: Cassettes | undefined
  /** Number of the trial, each with its own recordings; default: 1. */
  trial?: number | undefined
  /** Streams the model's answers. */
  stream?: boolean | undefined
  signal?: AbortSignal | undefined
  /**
   * The service whose tools are used if a case names tools or a session and nothing is replayed.
   */
  plugboard?: Plugboard | undefined
  /** User whose accounts are used by tools named by slugs; default: "evals". */
  userId?: string | undefined
  /**
   * Plays the users of cases that have a goal; default: the evaluated model. Its answers are recorded
   * like others; its tokens are not part of the usage of a run.
   */
  simulator?: Runner | undefined
  /** Prices, for budgets. */
  price?: ((model: string, usage: Usage) => number) | undefined
}

/** Model settings that all frameworks support. */
export type { ModelSettings } from '../cassettes/model-request.ts'
