import type { ToolSchema } from '../../contract/session-search.ts'
import { longestAnswer, type Catalog } from '../catalog/index.ts'
import { findTool } from './find-tool.ts'
import type { OpenSession } from './open-session.ts'
import { toCustomSchema, toFullSchema } from './to-tool-schema.ts'

type Described = {
  schemas: Record<string, ToolSchema>
  missing: string[]
  /** Slugs that their tools had before, with the present ones. */
  renamed: Record<string, string>
  /** Those for which there was no room. */
  leftOut: string[]
}

/**
 * The complete definitions of a session's tools. One that would exceed `maximumCharacters`, with
 * those before it, is left out.
 */
export const describeTools = async (
  catalog: Catalog,
  session: OpenSession,
  slugs: readonly string[],
  maximumCharacters = longestAnswer,
): Promise<Described> => {
  const described: Described = { schemas: {}, missing: [], renamed: {}, leftOut: [] }
  let characters = 0
  const add = (slug: string, size: number, toSchema: () => ToolSchema) => {
    if (characters + size > maximumCharacters) return void described.leftOut.push(slug)
    characters += size
    const schema = toSchema()
    described.schemas[schema.tool_slug] = schema
  }
  for (const slug of slugs) {
    const verdict = await findTool(catalog, session, slug)
    if (verdict.is === 'allowed') {
      const { slug: present } = verdict.tool.definition
      add(slug, verdict.tool.characters, () => toFullSchema(session, verdict.tool))
      if (present !== slug.toUpperCase()) described.renamed[slug] = present
    } else if (verdict.is === 'custom') {
      const schema = toCustomSchema(session, verdict.custom)
      add(slug, JSON.stringify(schema).length, () => schema)
    } else described.missing.push(slug)
  }
  return described
}
