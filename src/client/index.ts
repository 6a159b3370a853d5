export { createClient, type Client, type ClientCall } from './create-client.ts'
export type { ClientOptions } from './connection.ts'
export { PlugboardError, type ClientErrorSlug, type PlugboardErrorDetails, type PlugboardErrorSlug } from './plugboard-error.ts'
export type { CallOptions } from './send.ts'
