/**
 * The purpose of a request:
 *
 * - `tool`: the HTTP API of a toolkit, for tools, proxied requests and triggers.
 * - `mcp`: an MCP server, to list its tools and to call them.
 * - `oauth`: an authorization server, for metadata, registrations and tokens.
 * - `webhook`: a receiver of events.
 * - `file`: a file that an argument names by its address, which a model may have written.
 * - `import`: an API description or a logo that is imported by its address.
 * - `embedding`, `enrichment`, `chat`: the embedding model and the language models that the operator
 *   chose.
 */
export const egressPurposes = [
  'tool',
  'mcp',
  'oauth',
  'webhook',
  'file',
  'import',
  'embedding',
  'enrichment',
  'chat',
] as const

export type EgressPurpose = (typeof egressPurposes)[number]

/** The owner and purpose of a request, which select the entries of the allow list. */
export type Egress = {
  purpose: EgressPurpose
  /** Null for a request of the operator. */
  projectId: string | null
  /** The toolkit that the request is made for, if any. */
  toolkit?: string | undefined
}

/** The setting that holds the allow list; error messages name it. */
export const egressSetting = 'PLUGBOARD_EGRESS_ALLOW'
