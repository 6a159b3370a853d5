// What calling an operation takes beside its declaration: zod and ofetch. `load-operations.ts` loads it.
export { streamedData } from '../contract/event-stream.ts'
export { openStream } from './open-stream.ts'
export { send } from './send.ts'
