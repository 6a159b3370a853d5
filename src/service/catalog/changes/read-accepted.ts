import type { ToolDefinition } from '../definitions.ts'
import type { catalogStore, ToolRow } from '../store.ts'
import { readTexts, readToolDocument } from '../stored-definitions.ts'
import { readToolDocuments } from '../tool-documents.ts'
import { toForm } from './compare-tools.ts'

/**
 * The full tools of a version of an MCP server's toolkit, by slug, with the hints that are trusted
 * today. Such tools share no definitions.
 */
export const readAccepted = async (
  store: ReturnType<typeof catalogStore>,
  projectId: string,
  toolkit: { slug: string; version: string },
  rows: Pick<ToolRow, 'slug' | 'tags'>[],
): Promise<Map<string, ToolDefinition>> => {
  const tags = new Map(rows.map((row) => [row.slug, readTexts(row.tags, row.slug)]))
  const tools = new Map<string, ToolDefinition>()
  for await (const page of readToolDocuments(store, projectId, toolkit)) {
    for (const { slug, document } of page) {
      const definition = readToolDocument(document, slug)
      // As declared: `tags` are replaced by those that are trusted.
      const declaredHints = toForm(definition).hints
      tools.set(slug, { ...definition, tags: tags.get(slug) ?? definition.tags, declaredHints })
    }
  }
  return tools
}
