// What sessions do with tools: needs zod and the schema compiler. `load-session-work.ts` loads it.
export { needsApproval } from './calls/approval.ts'
export { runCall } from './calls/call.ts'
export { toIdempotencyKey } from './calls/idempotency-key.ts'
export { searchTools } from './session-tools/search-tools.ts'
export { selectTools } from './session-tools/select-tools.ts'
export { showResult } from './tools/show-result.ts'
