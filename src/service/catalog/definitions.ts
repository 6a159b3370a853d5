import type { TriggerPoll } from '../../contract/import-trigger-poll.ts'
import type { TriggerWebhook } from '../../contract/import-trigger-webhook.ts'
import type { AuthSchemeDefinition } from '../auth-schemes/index.ts'

/**
 * A toolkit as plain data: importers and built-in files produce it, the catalog stores it,
 * execution reads it.
 */

export type JsonSchema = Record<string, unknown>

/** A complete toolkit, before it gets a version. */
export type ToolkitDefinition<Request = RequestTemplate> = {
  /** Lower case, `[a-z0-9_-]`. */
  slug: string
  name: string
  description: string
  /** A path of this service where the fetched image is stored; an address once it is read. */
  logo?: string
  appUrl?: string
  authGuideUrl?: string
  categories: { id: string; name: string }[]
  /** Base of relative proxy endpoints and of tools whose own server is relative. */
  baseUrl?: string
  /** `baseUrl` with its variables unfilled, if it has any; an account's values fill them. */
  baseServer?: HttpRequestTemplate['server']
  /**
   * The absolute servers of its tools, recorded when a version is stored: credentials are sent only
   * to these and to the base URL.
   */
  servers?: HttpRequestTemplate['server'][]
  /** Empty: the toolkit needs no connected account. */
  authSchemes: AuthSchemeDefinition[]
  /** The request that identifies the user of a credential. */
  currentUser?: { method: 'GET' | 'POST'; path: string }
  /**
   * The import that created it from an MCP server, encrypted: such a server's address and headers
   * may be secrets.
   */
  mcp?: { sealed: string }
  tools: ToolDefinition<Request>[]
  triggers: TriggerTypeDefinition[]
}

/** Hints of the Model Context Protocol, also the tags that sessions filter by. */
export type ToolHint = 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint'

export type ToolDefinition<Request = RequestTemplate> = {
  /** `TOOLKIT_VERB_NOUN`, at most 64 characters of `[A-Z0-9_]`. */
  slug: string
  /**
   * The operation that the slug was derived from, e.g. `POST /repos/{owner}/{repo}/issues`; equal
   * in the next import.
   */
  operation: string
  name: string
  description: string
  inputParameters: JsonSchema
  outputParameters: JsonSchema
  /** Trusted hints first. */
  tags: string[]
  /** The hints that an MCP server declares, trusted or not. */
  declaredHints?: ToolHint[]
  scopes: string[]
  isDeprecated: boolean
  noAuth: boolean
  request: Request
}

/** A tool of an HTTP API. */
export type HttpToolDefinition = ToolDefinition<HttpRequestTemplate>

/** How a tool's arguments become a request. */
export type RequestTemplate = HttpRequestTemplate | McpRequestTemplate

/**
 * A tool that an MCP server runs under this name. Only the origin of the server's address is stored
 * here.
 */
export type McpRequestTemplate = {
  kind: 'mcp'
  server: HttpRequestTemplate['server']
  tool: string
}

/** How a tool's arguments become an HTTP request. */
export type HttpRequestTemplate = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'TRACE'
  /**
   * Absolute, or relative to the toolkit's base URL; `{variables}` are filled from the account's
   * values, then from the defaults here.
   */
  server: { url: string; variables?: Record<string, { default: string; enum?: string[] }> }
  /** `/repos/{owner}/{repo}`, with the wire names of path parameters. */
  path: string
  parameters: ParameterTemplate[]
  body?: BodyTemplate
  /** Media types to accept, in order of preference. */
  accept?: string[]
}

/**
 * One argument that is sent as a path, query, header or cookie parameter, serialized as OpenAPI
 * defines.
 */
export type ParameterTemplate = {
  /** Key among the tool's arguments. */
  argument: string
  /** Name on the wire. */
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'
  explode: boolean
  allowReserved: boolean
  /** Set when the parameter is declared by `content`: the value is written in this media type. */
  contentType?: string
}

export type BodyTemplate = {
  contentType: string
  encoding: 'json' | 'form' | 'multipart' | 'text' | 'binary'
  /**
   * `{argument: 'body'}`: the body is that argument. `{properties}`: the body is an object of
   * arguments, argument name -> property name; with `open`, all other unassigned arguments become
   * properties too.
   */
  from: { argument: string } | { properties: Record<string, string>; open: boolean }
  /** A required body is sent even without arguments, as `{}` or an empty form. */
  required?: boolean
  /**
   * Per property of form and multipart bodies: media type of the part, array style, and which hold
   * binary content.
   */
  parts?: Record<
    string,
    {
      contentType?: string
      style?: ParameterTemplate['style']
      explode?: boolean
      binary?: boolean
      array?: boolean
    }
  >
}

/** An event source of a toolkit. */
export type TriggerTypeDefinition = {
  /** Upper case, `TOOLKIT_…`. */
  slug: string
  name: string
  description: string
  instructions: string
  type: 'webhook' | 'poll'
  config: JsonSchema
  payload: JsonSchema
  /**
   * How it is polled or pushed, by its type; absent in versions imported before triggers were
   * supported.
   */
  poll?: TriggerPoll
  webhook?: TriggerWebhook
}
