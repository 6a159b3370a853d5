import type { loadOperations as loadLazily } from './load-operations.ts'
import * as operations from './operations.ts'

/**
 * `load-operations.ts` for bundlers. Bundled into one file by esbuild, a module that `import()`
 * reaches is initialized by its importers, and some imports of zod by other packages, such as `ai`,
 * then find it uninitialized.
 */
export const loadOperations: typeof loadLazily = () => Promise.resolve(operations)
