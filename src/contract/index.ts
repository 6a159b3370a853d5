/**
 * The REST interface as values: paths, schemas, answers and errors of every operation.
 *
 * @example
 * import { contract, openApiDocument } from 'plugboard/contract'
 *
 * contract.sessions.create.body.parse({ user_id: 'ada' })
 * const document = openApiDocument({ url: 'http://127.0.0.1:8787' })
 */
export { contract, type Contract } from './contract.ts'
export {
  basePath,
  endpoint,
  type Endpoint,
  type EndpointAuth,
  type EndpointGroup,
  type EndpointInput,
  type EndpointReply,
  type EndpointRequest,
  type EndpointResult,
  type ReceivedContent,
  type SentContent,
} from './endpoint.ts'
export { eventStream, type EventStream, type StreamedEvent } from './event-stream.ts'
export {
  commonErrors,
  errorEnvelope,
  errorTable,
  type ErrorEnvelope,
  type ErrorSlug,
} from './errors.ts'
export { openApiDocument } from './openapi.ts'
export type { AuthScheme, ToolkitVersions } from './common.ts'
export type { AccountStatus, LinkConfirmation } from './connected-accounts.ts'
export type { UploadedFile } from './files.ts'
export type { ImportAuth } from './import-auth.ts'
export type { ExecutionLog } from './logs.ts'
export type { McpServer, McpServerInstance } from './mcp.ts'
export type { Paging } from './paging.ts'
export type { Select, Selection } from './select.ts'
export type { ProxiedRequest, ProxyResponse, ProxyRequest } from './proxy.ts'
export type { ProjectEvent } from './project-events.ts'
export type { ProjectConfig, ProjectRecord } from './projects.ts'
export type {
  Approval,
  ApprovalProof,
  ApprovalStatus,
  ApprovalTicket,
} from './session-approvals.ts'
export type { Experimental, ExperimentalRequest } from './session-custom-tools.ts'
export type { ResultPart } from './session-results.ts'
export type { SessionChanges, SessionConfig, SessionRequest, ToolHint } from './session-config.ts'
export type { Indexing } from './indexing.ts'
export type { SearchResponse, ToolSchema } from './session-search.ts'
export type { Session, SessionToolkit } from './sessions.ts'
export type { AvailableToolkit } from './available-toolkits.ts'
export type { Diagnosis, ImportReport, ImportState, ImportWarning } from './toolkits.ts'
export type { Tool } from './tools.ts'
export type { TriggerInstance } from './triggers.ts'
export type {
  WebhookDelivery,
  WebhookEventType,
  WebhookSubscription,
  WebhookVersion,
} from './webhooks.ts'
