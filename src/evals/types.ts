import type { JsonSchema } from '../schema/index.ts'
import type { JsonObject, JsonValue, Matcher } from './matchers/matcher.ts'

/**
 * One question to a model with tools, and what a right answer is. Cases come from files, from
 * readers of other formats or from code.
 */
export type EvalCase = {
  id: string
  tags?: string[] | undefined
  messages: EvalMessage[]
  tools: CaseTools
  expect: Expectation
  /**
   * What tools answer; the first that fits counts. A call that none fits goes to the suite's source
   * of results.
   */
  mocks?: ToolMock[] | undefined
  budget?: Budget | undefined
  /** How often the model may be asked; 1 means that its first answer is judged and no tool runs. */
  maxSteps?: number | undefined
}

export type EvalMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; calls?: MessageCall[] | undefined }
  | { role: 'tool'; content: string; callId: string }

/** A call that the model made before the case begins. */
export type MessageCall = {
  id: string
  tool: string
  arguments: JsonObject
}

/**
 * Schemas that stand in the case itself, slugs of the service's tools, or a session whose tools are
 * used.
 */
export type CaseTools = CaseTool[] | string[] | SessionTools

export type CaseTool = {
  /**
   * As the case names it; runners give the model a name that its interface allows and lead calls
   * back to this one.
   */
  name: string
  description?: string | undefined
  inputSchema: JsonSchema
}

/** An existing session by id, or the settings of one to create for the user. */
export type SessionTools = { session: string | { userId: string; config?: JsonObject | undefined } }

/** All that is named must hold. */
export type Expectation = {
  calls?: ExpectedCall[] | undefined
  /** `total`: as written; `partial`: as `after` says; `none` (the default): any. */
  order?: 'total' | 'partial' | 'none' | undefined
  /** Calls beyond `calls`; forbidden by default. */
  extraCalls?: 'allowed' | 'forbidden' | undefined
  /** The model answers without a call. */
  noCall?: boolean | undefined
  /** At least one call, whichever. */
  someCall?: boolean | undefined
  /** The last text. */
  text?: Matcher | undefined
  /** What a service holds afterwards. */
  state?: StateCheck | undefined
  /** Names of tools that must not be called. */
  forbidden?: string[] | undefined
  /** A tool is searched for before the first one is executed. */
  searchFirst?: boolean | undefined
  /** After each failed call a later call of the same tool succeeds. */
  recovers?: boolean | undefined
  /** How many times the model may be asked at most. */
  steps?: number | undefined
}

export type ExpectedCall = {
  /** For `after` of other calls. */
  id?: string | undefined
  /** With `order: 'partial'`: the calls that must have come before. */
  after?: string[] | undefined
  tool: string | Matcher
  arguments: Record<string, Matcher>
  /** Arguments not named here; forbidden by default, but where they equal the schema's default. */
  extraArguments?: 'allowed' | 'forbidden' | undefined
  /**
   * Whether leaving an argument out is the same as giving its schema's default: `same` unless said
   * otherwise.
   */
  defaults?: 'same' | 'different' | undefined
  /**
   * How much an argument counts in the score, by its path (`labels`, `assignee.name`); 1 by
   * default.
   */
  weights?: Record<string, number> | undefined
}

/** The end state: read by a tool of the case's session or by code, after the last step. */
export type StateCheck = {
  read: { tool: string; arguments: JsonObject } | (() => Promise<unknown>)
  expect: Matcher
}

/** What a tool answers in place of the real one; `error` makes the call fail. */
export type ToolMock = {
  tool: string
  /** Only for calls with these arguments; arguments not named may be anything. */
  arguments?: Record<string, Matcher> | undefined
  result?: JsonValue | undefined
  error?: string | undefined
  /** How often it answers before the next mock is tried; always by default. */
  times?: number | undefined
}

/** What one run of a case may use at most. */
export type Budget = {
  ms?: number | undefined
  tokens?: number | undefined
  /** In the currency of the price file. */
  cost?: number | undefined
  calls?: number | undefined
}

export type Usage = {
  inputTokens: number
  outputTokens: number
  /** Part of `inputTokens`. */
  cachedInputTokens?: number | undefined
}

/** One answer of the model, with the results of the calls it asked for. */
export type Step = {
  calls: ToolCall[]
  text: string
  usage: Usage
  ms: number
}

export type ToolCall = {
  id: string
  /** The case's name of the tool. */
  tool: string
  /** As the model gave them; a text where they were not JSON. */
  arguments: unknown
  result?: unknown
  /** Why the call failed; null or absent when it did not. */
  error?: string | null | undefined
}

/** What a runner made of a case. */
export type CaseRun = {
  case: EvalCase
  adapter: string
  /** As the framework named it to the provider; absent where it was not asked. */
  model?: string | undefined
  /** From 1. */
  trial: number
  /** The tools that the model was given, by the case's names. */
  tools: CaseTool[]
  steps: Step[]
  /** The text of the last step. */
  text: string
  /** The calls of all steps. */
  calls: ToolCall[]
  usage: Usage
  ms: number
  /** What `expect.state.read` gave. */
  state?: unknown
  error?: RunError | undefined
}

/**
 * `infrastructure`: the model or a service could not be reached; `model`: its answer made no sense;
 * `replay-miss`: no recorded answer; `budget`: stopped at a limit.
 */
export type RunError = {
  kind: 'infrastructure' | 'model' | 'replay-miss' | 'budget'
  message: string
}

/** `value` is 0 to 1, or null where nothing could be judged; then it counts for nothing. */
export type Score = {
  name: string
  value: number | null
  reason: string
  parts?: Score[] | undefined
}

/** A run with its scores. */
export type ScoredRun = {
  scores: Score[]
  /** Every score that was judged is 1, and the run ended without an error. */
  passed: boolean
} & CaseRun

/**
 * What every reader of another format gives: `notExpressed` lists what of an entry is missing from
 * its case, or why it has none.
 */
export type ReadCases = {
  cases: EvalCase[]
  notExpressed: NotExpressed[]
}

export type NotExpressed = {
  id: string
  what: string
}
