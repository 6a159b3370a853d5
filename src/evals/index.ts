export { compareWithBaseline, type Comparison } from './aggregate/compare-with-baseline.ts'
export { passAtK, passHatK, type Trials } from './aggregate/pass-at-k.ts'
export { costOf, parsePriceFile, type PriceFile } from './aggregate/price-file.ts'
export { summarize, type CaseSummary, type Group, type Summary } from './aggregate/summarize.ts'
export { wilsonInterval, type Interval } from './aggregate/wilson-interval.ts'
export {
  captureSession,
  defineCases,
  CaseFileError,
  parseCases,
  readBfcl,
  readCases,
  readOpenAiChat,
  type BfclSet,
  type CaptureOptions,
  type CheckedCalls,
  type CheckedCases,
  type MatcherOf,
  type ReadBfcl,
  type WrittenCall,
  type WrittenCase,
} from './cases/index.ts'
export { CassetteError } from './cassettes/cassette-files.ts'
export {
  openCassettes,
  type CassetteMode,
  type CassetteOptions,
  type Cassettes,
} from './cassettes/open-cassettes.ts'
export { judgeCriteria, modelJudge, type ModelJudgeOptions } from './judges/model-judge.ts'
export {
  match,
  matchFields,
  matcherSchema,
  type FieldMatch,
  type JsonObject,
  type JsonValue,
  type MatchFunction,
  type Matcher,
  type MatchOptions,
  type Rule,
  type Verdict,
} from './matchers/index.ts'
export {
  compareRuns,
  type DifferingPlace,
  type ParityDifference,
  type ParityReport,
} from './parity/compare-runs.ts'
export { createReport, type ReportOptions } from './reports/create-report.ts'
export {
  parseReport,
  reportSchema,
  type EvalReport,
  type ReportRun,
} from './reports/report-schema.ts'
export { toJson } from './reports/to-json.ts'
export { toHtml } from './reports/html/to-html.ts'
export { toJunit } from './reports/to-junit.ts'
export { toMarkdown } from './reports/to-markdown.ts'
export { toTerminal } from './reports/to-terminal.ts'
export { aiSdk } from './runners/ai/ai-sdk-runner.ts'
export { anthropic } from './runners/anthropic/anthropic-runner.ts'
export { google } from './runners/google/google-runner.ts'
export { langchain } from './runners/langchain/langchain-runner.ts'
export type { MastraClasses } from './runners/mastra/mastra-classes.ts'
export { mastra } from './runners/mastra/mastra-runner.ts'
export { openaiEndpoint } from './runners/openai/openai-endpoint.ts'
export { openai } from './runners/openai/openai-runner.ts'
export type { ModelSettings, Runner, RunOptions } from './runners/runner.ts'
export {
  isPassed,
  scoreArguments,
  scoreExpected,
  scoreRun,
  type Judge,
  type Scorer,
  type ScoreOptions,
} from './scorers/index.ts'
export {
  evaluateSearch,
  searchCase,
  type SearchCase,
  type SearchOutcome,
  type SearchReport,
} from './search/evaluate-search.ts'
export type { RankScores } from './search/rank-scores.ts'
export { readRunners } from './suite/read-runners.ts'
export { runSuite, type Suite, type SuiteOptions } from './suite/run-suite.ts'
export {
  checkThresholds,
  parseThreshold,
  type CheckedThreshold,
  type Threshold,
} from './suite/thresholds.ts'
export type {
  Budget,
  CaseRun,
  CaseTool,
  CaseTools,
  CaseUser,
  ConversationEnd,
  EvalCase,
  EvalMessage,
  Expectation,
  ExpectedCall,
  MessageCall,
  NotExpressed,
  ReadCases,
  RunError,
  Score,
  ScoredRun,
  SessionTools,
  SimulatedUser,
  StateCheck,
  Step,
  ToolCall,
  ToolMock,
  Usage,
} from './types.ts'
