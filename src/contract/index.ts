/**
 * The REST interface as values: paths, schemas, answers and errors of every operation.
 *
 * @example
 * import { contract, openApiDocument } from 'plugboard/contract'
 *
 * contract.sessions.create.body.parse({ user_id: 'ada' })
 * const document = openApiDocument({ url: 'http://127.0.0.1:8787' })
 */
export { basePath, contract, type Contract } from './contract.ts'
export { endpoint, type Endpoint, type EndpointAuth, type EndpointGroup, type EndpointInput, type EndpointReply, type EndpointRequest, type EndpointResult } from './endpoint.ts'
export { commonErrors, errorEnvelope, errorTable, type ErrorEnvelope, type ErrorSlug } from './errors.ts'
export { openApiDocument } from './openapi.ts'
export type { AuthScheme, ToolkitVersions } from './common.ts'
export type { AccountStatus } from './connected-accounts.ts'
export type { ExecutionLog } from './logs.ts'
export type { ProjectConfig } from './projects.ts'
export type { SearchAnswer, Session, SessionConfig, SessionRequest, SessionToolkit, ToolHint, ToolSchema } from './sessions.ts'
export type { ImportReport, ImportState } from './toolkits.ts'
export type { Tool } from './tools.ts'
