/**
 * Loads zod, the schema compiler and other dependencies on first use, so that importing the package
 * stays fast.
 *
 * Bundlers get `load-session-work.eager.ts` instead, as for `src/client/load-operations.ts`.
 */
export const loadSessionWork = () => import('./session-work.ts')

/** Loads the converters of schemas to JSON Schema, which only custom tools need. */
export const loadCustomTools = () => import('./custom-tools/to-experimental.ts')
