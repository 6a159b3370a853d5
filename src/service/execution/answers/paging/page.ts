import type { ToolDefinition } from '../../../catalog/index.ts'

/** One answer of a tool that may have more pages, as it came. */
export type Page = {
  json: unknown
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The arguments that it was asked with. */
  arguments: Readonly<Record<string, unknown>>
  /** The address that was asked, without the credential; absent for a tool that has none. */
  url?: string | undefined
  /** Names of the query parameters that carry the credential. */
  credentialParameters?: readonly string[] | undefined
}

export type PagedTool = Pick<ToolDefinition, 'inputParameters' | 'request'>

/**
 * What asks for the next page: complete arguments, or, where the tool has none for it, an address
 * at the same origin.
 */
export type NextPage = { arguments: Record<string, unknown> } | { url: string }
