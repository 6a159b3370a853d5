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
    definition: string
    tools_count: number
    /**
     * The `catalog_stamp` of the project that this version made: who came before it does not see
     * it.
     */
    stamp: number
    created_at: string
  }
  tools: {
    project_id: string
    toolkit_slug: string
    version: string
    slug: string
    name: string
    description: string
    parameters: string
    tags: string
    scopes: string
    operation: string
    hash: string
  }
  tool_documents: { project_id: string; toolkit_slug: string; hash: string; document: string }
  /** What an MCP server lists of its own accord, and the project has not accepted. */
  toolkit_changes: {
    project_id: string
    toolkit_slug: string
    slug: string
    /**
     * Another one when the server lists the tool differently once more, so that nobody accepts what
     * he has not seen.
     */
    id: string
    operation: string
    definition: string
    status: 'pending' | 'rejected'
    found_at: string
  }
  /** What a project says of a tool in the place of its importer. */
  tool_annotations: { project_id: string; slug: string; toolkit_slug: string; hints: string }
  /** A slug is its first toolkit's for good, also after that toolkit was deleted. */
  slug_owners: { project_id: string; kind: SlugKind; slug: string; toolkit_slug: string }
  toolkit_imports: {
    id: string
    project_id: string
    slug: string
    status: 'queued' | 'running' | 'succeeded' | 'failed'
    request: string | null
    done: number
    total: number
    report: string | null
    error: string | null
    created_at: string
    finished_at: string | null
  }
}

/** Tools and trigger types have names of their own. */
export type SlugKind = 'tool' | 'trigger'

export type ToolkitRow = Tables['toolkits']
export type ToolkitVersionRow = Tables['toolkit_versions']
export type ToolRow = Tables['tools']
export type ToolkitChangeRow = Tables['toolkit_changes']
export type ImportRow = Tables['toolkit_imports']

/** Which versions of which toolkits a reader sees. */
export type ToolkitVersion = { slug: string; version: string }
