/** The building blocks of every operation, for all rooms. */
export { mergeHandlers, type Capability, type Mount, type Served } from './capability.ts'
export type {
  Authenticate,
  Caller,
  OrganizationCaller,
  ProjectCaller,
  TicketCaller,
} from './caller.ts'
export type { Environment, OnError } from './environment.ts'
export { issueTexts, toErrorResponse } from './error-response.ts'
export type { Handlers, KeyRelease, RequestContext, RunPart, Validator } from './handlers.ts'
export { executedOutcome, idempotencyName } from './idempotency-name.ts'
export { withBodyBudget } from './with-body-budget.ts'
export { limitRate } from './limit-rate.ts'
export { bodyBytesOf, parseRequest, type ParsedRequest } from './parse-request.ts'
export type { Project } from './project.ts'
export type { RecordActivity } from './record-activity.ts'
export { plainWords } from './plain-words.ts'
export { readBody } from './read-body.ts'
export { readContent } from './read-content.ts'
export { readTrace } from './read-trace.ts'
export { sendAtOnce } from './send-at-once.ts'
export { sendError } from './send-error.ts'
export { sendFile } from './send-file.ts'
export { sendJson } from './send-json.ts'
