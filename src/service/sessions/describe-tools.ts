import type { ToolSchema } from '../../contract/session-search.ts'
import type { Catalog } from '../catalog/index.ts'
import { findTool } from './find-tool.ts'
import type { OpenSession } from './open-session.ts'
import { toCustomSchema, toFullSchema } from './to-tool-schema.ts'

type Described = {
  schemas: Record<string, ToolSchema>
  missing: string[]
  /** Slugs that their tools had before, with the present ones. */
  renamed: Record<string, string>
}

/**
 * The complete definitions of a session's tools, of which those that together exceed
 * `maximumCharacters` are left out.
 */
export const describeTools = async (
  catalog: Catalog,
  session: OpenSession,
  slugs: readonly string[],
  maximumCharacters = Infinity,
): Promise<Described> => {
  const described: Described = { schemas: {}, missing: [], renamed: {} }
  let characters = 0
  const add = (schema: ToolSchema) => {
    if (maximumCharacters !== Infinity) characters += JSON.stringify(schema).length
    if (characters <= maximumCharacters) described.schemas[schema.tool_slug] = schema
  }
  for (const slug of slugs) {
    const verdict = await findTool(catalog, session, slug)
    if (verdict.is === 'allowed') {
      const { slug: present } = verdict.tool.definition
      add(toFullSchema(session, verdict.tool))
      if (present !== slug.toUpperCase()) described.renamed[slug] = present
    } else if (verdict.is === 'custom') add(toCustomSchema(session, verdict.custom))
    else described.missing.push(slug)
  }
  return described
}
