/**
 * The whole interface: resource -> operation. It is a module, so that its type declaration
 * references the resources instead of repeating them, which would take a third of a megabyte.
 */
export * as contract from './resources.ts'

export type Contract = typeof import('./resources.ts')
