import type { SharedRow } from '../platform/retention/index.ts'

/** The tables of the catalogue. */
export type Tables = {
  toolkits: {
    project_id: string
    slug: string
    version: string
    name: string
    created_at: string
    updated_at: string
  }
  toolkit_versions: {
    project_id: string
    slug: string
    version: string
    content_id: string
    /**
     * The `catalog_stamp` of the project when this version was created: readers of earlier stamps
     * do not see it.
     */
    stamp: number
    created_at: string
    /** When the next version came; null: it is the newest, or there was no such column yet. */
    superseded_at: string | null
  }
  /**
   * What a version holds. That of an own import belongs to the project; that of the catalogue
   * belongs to the service, and versions of any number of projects refer to it.
   */
  toolkit_contents: SharedRow & {
    /** The project, or the id of a shared content. */
    owner_id: string
    toolkit_slug: string
    definition: string
    tools_count: number
  }
  tools: {
    content_id: string
    slug: string
    name: string
    description: string
    parameters: string
    tags: string
    scopes: string
    operation: string
    hash: string
    /** The hashes of the sets that its schemas refer to: `{"input": …, "output": …}`. */
    definitions: string | null
  }
  /**
   * Tools, the definitions that tools share, sets of these, and types of GraphQL. A project's
   * versions of a toolkit share documents; each shared content has its own.
   */
  tool_documents: { owner_id: string; toolkit_slug: string; hash: string; document: string }
  /** Imports of the catalogue, by what they read, with the content that they made. */
  known_imports: { key: string; content_id: string; report: string; created_at: string }
  /** Changes that an MCP server announced and the project has not accepted. */
  toolkit_changes: {
    project_id: string
    toolkit_slug: string
    slug: string
    /**
     * Changes whenever the server changes the tool again, so that nobody accepts a definition that
     * they have not seen.
     */
    id: string
    operation: string
    definition: string
    status: 'pending' | 'rejected'
    found_at: string
  }
  /** A project's hints for a tool, which override the importer's. */
  tool_annotations: { project_id: string; slug: string; toolkit_slug: string; hints: string }
  /** A slug belongs to its first toolkit for good, even after that toolkit was deleted. */
  slug_owners: {
    project_id: string
    kind: SlugKind
    slug: string
    toolkit_slug: string
    /** The operation that had a tool's slug last; null for trigger types. */
    operation: string | null
    /** The slug that this operation's tool has now: such a slug is an alias of it. */
    renamed_to: string | null
  }
  toolkit_imports: {
    id: string
    project_id: string
    slug: string
    status: 'queued' | 'running' | 'succeeded' | 'failed'
    done: number
    total: number
    report: string | null
    error: string | null
    created_at: string
    finished_at: string | null
  }
  /**
   * What an import makes a toolkit of, until it is made. Apart, since it may hold a whole
   * description, and the state of an import is written and read often; in parts, so that none of
   * them takes long to write.
   */
  import_requests: { import_id: string; part: number; project_id: string; request: string }
}

/** Tools and trigger types have separate namespaces. */
export type SlugKind = 'tool' | 'trigger'

export type ToolkitRow = Tables['toolkits']
export type ToolkitVersionRow = Tables['toolkit_versions']
export type ToolRow = Tables['tools']
export type ContentRow = Tables['toolkit_contents']
export type ToolkitChangeRow = Tables['toolkit_changes']
export type ImportRow = Tables['toolkit_imports']
export type SlugRow = Tables['slug_owners']

/** The versions of the toolkits that a reader sees. */
export type ToolkitVersion = { slug: string; version: string }
