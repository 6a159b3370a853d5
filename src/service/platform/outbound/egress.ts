/**
 * What a request is made for:
 *
 * - `tool`: the HTTP API of a toolkit, asked for tools, proxied requests and triggers.
 * - `mcp`: an MCP server, to list its tools and to call them.
 * - `oauth`: an authorization server, asked for metadata, registrations and tokens.
 * - `webhook`: a receiver of events.
 * - `file`: a file that an argument names by its address, which a model may have written.
 * - `import`: an API description or a logo that is imported by its address.
 * - `embedding`: the embedding model that the operator chose.
 */
export const egressPurposes = [
  'tool',
  'mcp',
  'oauth',
  'webhook',
  'file',
  'import',
  'embedding',
] as const

export type EgressPurpose = (typeof egressPurposes)[number]

/** Whose request it is, and what for: the allow list is read for exactly this. */
export type Egress = {
  purpose: EgressPurpose
  /** Null: the operator's own. */
  projectId: string | null
  /** The toolkit that the request is made for, where there is one. */
  toolkit?: string | undefined
}

/** The setting that holds the allow list; refusals name it. */
export const egressSetting = 'PLUGBOARD_EGRESS_ALLOW'
