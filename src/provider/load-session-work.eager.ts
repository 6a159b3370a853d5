import * as customTools from './custom-tools/to-experimental.ts'
import type * as lazy from './load-session-work.ts'
import * as sessionWork from './session-work.ts'

/** `load-session-work.ts` for bundlers: see `src/client/load-operations.eager.ts`. */
export const loadSessionWork: typeof lazy.loadSessionWork = () => Promise.resolve(sessionWork)

export const loadCustomTools: typeof lazy.loadCustomTools = () => Promise.resolve(customTools)
