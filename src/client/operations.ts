// What calling an operation takes: the contract, zod and ofetch. `load-operations.ts` loads it.
export { contract } from '../contract/contract.ts'
export { streamedData } from '../contract/event-stream.ts'
export { openStream } from './open-stream.ts'
export { send } from './send.ts'
