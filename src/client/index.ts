export { createClient, createClientOf, type Client, type ClientCall } from './create-client.ts'
export { connect, type ClientOptions } from './connection.ts'
export { inSpan } from './in-span.ts'
export {
  PlugboardError,
  type ClientErrorSlug,
  type PlugboardErrorDetails,
  type PlugboardErrorSlug,
} from './plugboard-error.ts'
export {
  createReadFile,
  type ResultFile,
  type ReadFile,
  type ReadFileOptions,
} from './read-file.ts'
export type { CallOptions } from './send.ts'
export { startTimeout } from './start-timeout.ts'
