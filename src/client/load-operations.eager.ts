import { contract } from '../contract/contract.ts'
import type { EndpointGroup } from '../contract/endpoint.ts'
import type * as lazy from './load-operations.ts'
import * as operations from './operations.ts'

/**
 * `load-operations.ts` for bundlers. Bundled into one file by esbuild, a module that `import()`
 * reaches is initialized by its importers, and some imports of zod by other packages, such as `ai`,
 * then find it uninitialized.
 */
export const loadOperations: typeof lazy.loadOperations = () => Promise.resolve(operations)

const groups: Partial<Record<string, EndpointGroup>> = contract

export const loadResource: typeof lazy.loadResource = (name) => Promise.resolve(groups[name])
