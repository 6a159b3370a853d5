import type { TriggerPoll } from '../../contract/import-trigger-poll.ts'
import type { TriggerWebhook } from '../../contract/import-trigger-webhook.ts'
import type { AuthSchemeDefinition } from '../auth-schemes/index.ts'

/**
 * What a toolkit is, as plain data: importers and built-in files produce it, the catalog stores it,
 * execution reads it.
 */

export type JsonSchema = Record<string, unknown>

/** A toolkit with everything in it, before it gets a version. */
export type ToolkitDefinition<Request = RequestTemplate> = {
  /** Lower case, `[a-z0-9_-]`. */
  slug: string
  name: string
  description: string
  /** A path of this service, where the image was fetched; an address once it is read. */
  logo?: string
  appUrl?: string
  authGuideUrl?: string
  categories: { id: string; name: string }[]
  /** Base of relative proxy endpoints and of tools whose own server is relative. */
  baseUrl?: string
  /** `baseUrl` with its variables still open, where it has some: an account's values fill them. */
  baseServer?: HttpRequestTemplate['server']
  /**
   * The absolute servers of its tools, written when a version is stored: credentials go to these
   * and to the base URL alone.
   */
  servers?: HttpRequestTemplate['server'][]
  /** Empty: the toolkit needs no connected account. */
  authSchemes: AuthSchemeDefinition[]
  /** The request that tells whose credential it is. */
  currentUser?: { method: 'GET' | 'POST'; path: string }
  /**
   * The import that made it of an MCP server, encrypted: address and headers of such a server may
   * be secrets.
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
   * What the slug was derived from; equal in the next import of the same operation, e.g. `POST
   * /repos/{owner}/{repo}/issues`.
   */
  operation: string
  name: string
  description: string
  inputParameters: JsonSchema
  outputParameters: JsonSchema
  /** Hints first: those that are believed of it. */
  tags: string[]
  /** What an MCP server says of its tool, believed or not. */
  declaredHints?: ToolHint[]
  scopes: string[]
  isDeprecated: boolean
  noAuth: boolean
  request: Request
}

/** A tool that an HTTP API has. */
export type HttpToolDefinition = ToolDefinition<HttpRequestTemplate>

/** How a tool's arguments become a request. */
export type RequestTemplate = HttpRequestTemplate | McpRequestTemplate

/** A tool that an MCP server runs under this name. Of its address only the origin stands here. */
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
 * One argument that leaves as a path, query, header or cookie parameter, serialized as OpenAPI
 * says.
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
   * `{argument: 'body'}`: the body is that one argument.
   * `{properties}`: the body is an object of arguments, argument name -> property name;
   * with `open`, arguments that name nothing else are properties too.
   */
  from: { argument: string } | { properties: Record<string, string>; open: boolean }
  /** A required body is sent even when no argument is given, as `{}` or an empty form. */
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
   * How it is polled or pushed, by its type; absent in versions that were imported before triggers
   * fired.
   */
  poll?: TriggerPoll
  webhook?: TriggerWebhook
}
