import type { ToolSlug } from '../index.ts'
import type { JsonSchema } from '../schema/index.ts'
import type { JsonObject, JsonValue, Matcher } from './matchers/matcher.ts'

/**
 * A prompt to a model with tools, and the expected outcome. Cases come from files, from readers of
 * other formats or from code.
 */
export type EvalCase = {
  id: string
  tags?: string[] | undefined
  /** May be empty if the case has a `user`, who then begins the conversation. */
  messages: EvalMessage[]
  /** What the user says after `messages`; default: nothing. */
  user?: CaseUser | undefined
  tools: CaseTools
  expect: Expectation
  /**
   * Mocked results of tools; the first mock that matches is used. A call without a matching mock
   * uses the suite's source of results.
   */
  mocks?: ToolMock[] | undefined
  budget?: Budget | undefined
  /**
   * Maximum number of requests to the model, in all turns; default: 10 for each message of the user.
   * With 1, only its first answer is scored and no tool runs.
   */
  maxSteps?: number | undefined
}

/** The user of a conversation with several turns: what they say, or what they want. */
export type CaseUser =
  /** One message after each answer of the model that calls no tool. */
  { says: string[] } | SimulatedUser

/** A user that a model plays. It is the evaluated model unless a run has a `simulator`. */
export type SimulatedUser = {
  /** What the user wants to have done. The conversation ends when the model says that it is. */
  goal: string
  /** Who the user is, and how they write. */
  persona?: string | undefined
  /** What the user knows, and says when it is asked for. */
  facts?: string[] | undefined
  /** Maximum number of messages that the user adds; default: 8, at most 50. */
  maxTurns?: number | undefined
}

export type EvalMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; calls?: MessageCall[] | undefined }
  | { role: 'tool'; content: string; callId: string }

/** A call that the model made before the case starts. */
export type MessageCall = {
  id: string
  tool: string
  arguments: JsonObject
}

/** Inline schemas, slugs of the service's tools, or a session whose tools are used. */
export type CaseTools = CaseTool[] | ToolSlug[] | SessionTools

export type CaseTool = {
  /**
   * Name in the case. Runners convert it to a name that the model's API allows, and convert calls
   * back.
   */
  name: string
  description?: string | undefined
  inputSchema: JsonSchema
}

/** Id of an existing session, or the settings of a session to create for the user. */
export type SessionTools = { session: string | { userId: string; config?: JsonObject | undefined } }

/** All given expectations must hold. */
export type Expectation = {
  calls?: ExpectedCall[] | undefined
  /**
   * Required order of calls. `total`: as written; `partial`: as defined by `after`; `none`
   * (default): any order.
   */
  order?: 'total' | 'partial' | 'none' | undefined
  /** Whether calls in addition to `calls` are allowed; default: forbidden. */
  extraCalls?: 'allowed' | 'forbidden' | undefined
  /** The model answers without calling a tool. */
  noCall?: boolean | undefined
  /** At least one call of any tool. */
  someCall?: boolean | undefined
  /** The last text. */
  text?: Matcher | undefined
  /** State of a service after the run. */
  state?: StateCheck | undefined
  /** Names of tools that must not be called. */
  forbidden?: string[] | undefined
  /** Whether the simulated user reaches their goal; default: true. */
  goal?: boolean | undefined
  /** The model searches for a tool before it executes the first one. */
  searchFirst?: boolean | undefined
  /** After each failed call a later call of the same tool succeeds. */
  recovers?: boolean | undefined
  /** Maximum number of requests to the model. */
  steps?: number | undefined
  /**
   * Calls fail because the user has not connected the toolkit. Without it, a run whose calls all
   * failed for this reason ends with an error.
   */
  noConnection?: boolean | undefined
}

export type ExpectedCall = {
  /** Id of the call, for `after` of other calls. */
  id?: string | undefined
  /** With `order: 'partial'`: ids of calls that must come first. */
  after?: string[] | undefined
  tool: string | Matcher
  arguments: Record<string, Matcher>
  /**
   * Whether additional arguments are allowed; default: forbidden, unless they equal the schema's
   * default.
   */
  extraArguments?: 'allowed' | 'forbidden' | undefined
  /** Whether omitting an argument counts as passing its schema's default; default: `same`. */
  defaults?: 'same' | 'different' | undefined
  /** Weight of an argument in the score, by its path (`labels`, `assignee.name`); default: 1. */
  weights?: Record<string, number> | undefined
}

/** The end state: read by a tool of the case's session or by code, after the last step. */
export type StateCheck = {
  read: { tool: string; arguments: JsonObject } | (() => Promise<unknown>)
  expect: Matcher
}

/** The mocked result of a tool; `error` makes the call fail. */
export type ToolMock = {
  tool: string
  /** Only matches calls with these arguments; additional arguments are ignored. */
  arguments?: Record<string, Matcher> | undefined
  result?: JsonValue | undefined
  error?: string | undefined
  /** Number of calls to answer before the next mock is tried; default: unlimited. */
  times?: number | undefined
}

/** Limits of one run of a case. */
export type Budget = {
  /** Without the time in which a model plays the user. */
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

/** One answer of the model, with the results of its tool calls. */
export type Step = {
  /** What the user of the case said before it. */
  user?: string | undefined
  calls: ToolCall[]
  text: string
  usage: Usage
  ms: number
}

export type ToolCall = {
  id: string
  /** The case's name of the tool. */
  tool: string
  /** Arguments as the model wrote them; a string if they are not valid JSON. */
  arguments: unknown
  /** The data; of a failed call, what was returned with the error. */
  result?: unknown
  /** Error of the call; null or absent if it succeeded. */
  error?: string | null | undefined
}

/** The result of running a case. */
export type CaseRun = {
  case: EvalCase
  adapter: string
  /** Model name that the framework sent to the provider; absent if the provider was not called. */
  model?: string | undefined
  /** Number of the trial, starting at 1. */
  trial: number
  /** The tools offered to the model, by the case's names. */
  tools: CaseTool[]
  steps: Step[]
  /** The text of the last step. */
  text: string
  /** The calls of all steps. */
  calls: ToolCall[]
  usage: Usage
  ms: number
  /** What the models used that judged the run or played its user; not part of `usage`. */
  evaluators?: ModelUsage[] | undefined
  /** How the conversation with the user of the case ended. */
  conversation?: ConversationEnd | undefined
  /** Value that `expect.state.read` returned. */
  state?: unknown
  error?: RunError | undefined
}

/** What one model used. */
export type ModelUsage = { model: string; usage: Usage }

export type ConversationEnd = {
  /** Number of messages that the user added. */
  turns: number
  /** Whether a simulated user reached their goal. */
  reached?: boolean | undefined
  /** Why the conversation ended, in the words of the model that played the user. */
  reason: string
}

/**
 * `infrastructure`: the model or a service could not be reached; `model`: invalid answer of the
 * model; `replay-miss`: no recorded answer; `budget`: stopped at a limit; `evaluator`: the judge or
 * the simulated user failed.
 */
export type RunError = {
  kind: 'infrastructure' | 'model' | 'replay-miss' | 'budget' | 'evaluator'
  message: string
}

/** `value` is from 0 to 1, or null if nothing could be scored; null values are ignored. */
export type Score = {
  name: string
  value: number | null
  reason: string
  parts?: Score[] | undefined
}

/** A run with its scores. */
export type ScoredRun = {
  scores: Score[]
  /** True if every score is 1 and the run ended without an error. */
  passed: boolean
} & CaseRun

/**
 * The result of a reader of another format. `notExpressed` lists the parts of an entry that its
 * case does not contain, or why it has no case.
 */
export type ReadCases = {
  cases: EvalCase[]
  notExpressed: NotExpressed[]
}

export type NotExpressed = {
  id: string
  what: string
}
