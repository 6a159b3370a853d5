import type { ImportWarning } from '../../contract/toolkits.ts'
import type { TriggerPoll } from '../../contract/import-trigger-poll.ts'
import type { TriggerWebhook } from '../../contract/import-trigger-webhook.ts'
import type { AccountRecipe } from '../../contract/recipe/account.ts'
import type { AnswerRules } from '../../contract/recipe/answers.ts'
import type { ArgumentEncoding } from '../../contract/recipe/tools.ts'
import type { AuthSchemeDefinition } from '../auth-schemes/index.ts'

/**
 * A toolkit as plain data: importers and built-in files produce it, the catalog stores it,
 * execution reads it.
 */

export type JsonSchema = Record<string, unknown>

/** What `#/$defs/…` of schemas leads to, by name. */
export type Definitions = ReadonlyMap<string, JsonSchema>

/** A complete toolkit, before it gets a version. */
export type ToolkitDefinition<Request = RequestTemplate> = {
  /** Lower case, `[a-z0-9_-]`. */
  slug: string
  name: string
  description: string
  /** The path in this service of the fetched image; in answers, its URL. */
  logo?: string
  appUrl?: string
  authGuideUrl?: string
  categories: { id: string; name: string }[]
  /** Base of relative proxy endpoints and of tools whose own server is relative. */
  baseUrl?: string
  /** `baseUrl` with its variables, if it has any; an account's values fill them. */
  baseServer?: HttpRequestTemplate['server']
  /**
   * The absolute servers of its tools, recorded when a version is stored: credentials are sent only
   * to these and to the base URL.
   */
  servers?: HttpRequestTemplate['server'][]
  /** Empty: the toolkit needs no connected account. */
  authSchemes: AuthSchemeDefinition[]
  /** Other names of the service, which searches find too. */
  aliases?: string[]
  /** Slugs of the featured tools, recorded when a version is stored. */
  featured?: string[]
  /** Headers of every request to its API; `{account.name}` stands for a value of the account. */
  headers?: Record<string, string>
  /** Requests that are made once when an account is connected. */
  account?: AccountRecipe
  /** How the answers of its API are interpreted. */
  answers?: AnswerRules
  /**
   * The import that created it from an MCP server, encrypted: such a server's address and headers
   * may be secrets.
   */
  mcp?: { sealed: string }
  /** Hash of the recipe of this service that it was added with; absent if it was imported. */
  shippedRecipe?: string
  /** What the official addresses of its description held; absent if it was given otherwise. */
  sources?: DescriptionSource[]
  /** The warnings of its import, the blocking ones first. */
  warnings?: ImportWarning[]
  /**
   * The types of a GraphQL API whose fields its tools select. The document is stored with those of
   * the tools, and identified by its hash: it is too large to be read with every toolkit.
   */
  graphQlTypes?: { hash: string; document?: string }
  tools: ToolDefinition<Request>[]
  triggers: TriggerTypeDefinition[]
}

/** A file of a description: its address, and the hash of its content in hexadecimal. */
export type DescriptionSource = { address: string; sha256: string }

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
  /** The operation's name in the description, if any. */
  operationId?: string
  name: string
  description: string
  /** One of the tools that the author of a recipe has chosen and described. */
  featured?: true
  /** What people ask for who need it, as a recipe says; only search reads them. */
  useCases?: readonly string[]
  inputParameters: JsonSchema
  outputParameters: JsonSchema
  /**
   * The definitions that its schemas refer to and do not hold: all of those that the tools of a
   * description share, in requests or in answers. `withDefinitions` adds them to a schema.
   */
  shared?: { input?: Definitions; output?: Definitions }
  /** Trusted hints first. */
  tags: string[]
  /** The hints that an MCP server declares, trusted or not. */
  declaredHints?: ToolHint[]
  scopes: string[]
  isDeprecated: boolean
  noAuth: boolean
  /** Arguments that the service supplies, by name. */
  supplied?: Record<string, SuppliedArgument>
  /** An argument that the service writes, of parts that are arguments in its place. */
  encode?: Pick<ArgumentEncoding, 'as' | 'into' | 'move'>
  request: Request
}

/**
 * A value for an argument. In its texts `{account.name}` is replaced by a value of the account.
 *
 * `fixed`: the argument is not in the input schema, and callers cannot set it. `default`: it is
 * sent if the caller sets none.
 */
export type SuppliedArgument = { value: unknown; mode: 'fixed' | 'default' }

/** A tool of an HTTP API. */
export type HttpToolDefinition = ToolDefinition<HttpRequestTemplate>

/** How a tool's arguments become a request. */
type RequestTemplate = HttpRequestTemplate | McpRequestTemplate | GraphQlRequestTemplate

/**
 * A tool that an MCP server runs under this name. Only the origin of the server's address is stored
 * here.
 */
export type McpRequestTemplate = {
  kind: 'mcp'
  server: HttpRequestTemplate['server']
  tool: string
}

/**
 * A query or mutation of a GraphQL API. Its text is `operation`, a selection and `}`; arguments are
 * only sent as variables.
 */
export type GraphQlRequestTemplate = {
  kind: 'graphql'
  server: HttpRequestTemplate['server']
  path: string
  /** The name of the operation. */
  name: string
  /** `query Issue($id: ID!) { issue(id: $id)` */
  operation: string
  /** The arguments that are variables. */
  variables: string[]
  /** The default selection, `{ id title }`; empty for an answer that is a scalar value. */
  selection: string
  /** The argument that selects other fields of a type in the toolkit's `graphQlTypes`. */
  select?: { argument: string; type: string }
  /** Sent as `first` unless the call specifies the number of items. */
  pageSize?: number
  /** Where the answer has a list with pages, with `pageInfo` in it: `['issues']`. */
  connection?: string[]
}

/** How a tool's arguments become an HTTP request. */
export type HttpRequestTemplate = {
  kind?: never
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
  /** In a path: the value is several segments, such as `spaces/AAA/messages/BBB`. */
  keepsSlashes?: true
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
