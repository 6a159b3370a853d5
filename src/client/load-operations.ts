/**
 * Loads what the first call needs. The schemas of the whole contract, zod and ofetch would make
 * importing the package several times slower.
 *
 * A bundler that knows no lazy modules in one file gets `load-operations.eager.ts` instead, through
 * `imports` of package.json.
 */
export const loadOperations = () => import('./operations.ts')
