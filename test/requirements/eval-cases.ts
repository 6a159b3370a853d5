import type { Requirement } from '../requirements.ts'

export const evalCases = {
  'evals.cases.forms': {
    source: 'product',
    says: 'Cases are read from JSON, JSONL, YAML and code; a file that is wrong is refused with its name, the case and the place',
  },
  'evals.cases.openai-chat': {
    source: 'product',
    says: 'Conversations in the form of chat completions become cases, with tool_calls as the right answers; what a case cannot express is listed',
  },
  'evals.cases.bfcl': {
    source: 'product',
    says: 'Sets of BFCL judge by its rules: each answer passes against itself, and does not without a required argument, with a changed value, another name or a call more',
  },
  'evals.cases.capture': {
    source: 'product',
    says: 'The executions logged in a session become a case; failed calls and what the log does not hold are listed',
  },
  'evals.matchers': {
    source: 'product',
    says: 'Values are matched as JSON types, with rules for numbers, texts, dates, lists, alternatives and absence, each with a reason',
  },
  'evals.assignment': {
    source: 'product',
    says: 'Expected and actual calls are paired so that the most is right: exactly, as trying all ways shows up to 7 calls',
  },
  'evals.scores.calls': {
    source: 'product',
    says: 'Tools, arguments by path and weight, order, and calls beyond the expected ones are scored; a schema default equals absence',
  },
  'evals.scores.behaviour': {
    source: 'product',
    says: 'Forbidden tools, no call, steps, search before execution, recovery, end state and text are scored; a judge that fails is an error of the run, which no score hides',
  },
} satisfies Record<string, Requirement>
