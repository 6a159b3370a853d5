import { createHash } from 'node:crypto'
import type { ToolSummary } from '../../catalog/index.ts'
import type { Enrichment } from '../enrichment/use-cases.ts'
import type { SearchableToolkit } from '../to-searchable.ts'

/** A toolkit version to be indexed. */
export type Unit = {
  toolkit: string
  /** What its tools are found by of the toolkit itself. */
  searchable: SearchableToolkit
  version: string
  tools: number
  /** The use cases that were written of its tools. */
  enrichment?: Enrichment | undefined
  /** Hash of everything that is indexed of it: equal imports of many projects have the same. */
  content: string
}

/** Identifies the content of a toolkit version. */
export const toContent = (
  toolkit: SearchableToolkit,
  tools: readonly Pick<ToolSummary, 'hash'>[],
  enrichment?: Pick<Enrichment, 'addresses'>,
): string => {
  const hash = createHash('sha256').update(JSON.stringify(toolkit))
  for (const tool of tools) hash.update(`\n${tool.hash}`)
  for (const address of enrichment?.addresses ?? []) hash.update(`\nuse cases ${address}`)
  return hash.digest('base64url')
}
