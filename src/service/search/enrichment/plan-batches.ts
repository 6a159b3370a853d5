import { createHash } from 'node:crypto'
import type { ToolSummary } from '../../catalog/index.ts'
import type { SearchableToolkit } from '../to-searchable.ts'
import type { EnrichmentSettings } from './settings.ts'
import { promptVersion } from './to-prompt.ts'

/** Tools of one toolkit whose use cases are written in one request, and stored together. */
export type Batch = {
  /** Hash of everything that the answer depends on, so that equal tools of all projects share it. */
  address: string
  slugs: readonly string[]
}

type Listed = Pick<ToolSummary, 'slug' | 'hash'>

/** A toolkit version whose tools get use cases. */
export type EnrichedToolkit = {
  searchable: SearchableToolkit
  version: string
  tools: readonly Listed[]
  featured: readonly string[]
}

/** Tools in a batch: more would make models careless. */
const largestBatch = 8

/**
 * Partitions the tools of a toolkit. A batch ends where the hash of a tool says so, so that a tool
 * that comes, changes or goes leaves the other batches as they were.
 *
 * @param name of the model
 */
export const planBatches = (
  name: string,
  { languages, toolsPerToolkit }: Pick<EnrichmentSettings, 'languages' | 'toolsPerToolkit'>,
  { searchable, tools, featured }: Omit<EnrichedToolkit, 'version'>,
): Batch[] => {
  const chosen = new Set(featured)
  const groups: Listed[][] = []
  let isOpen = false
  for (const tool of tools) {
    const group: Listed[] | undefined = isOpen ? groups.at(-1) : undefined
    if (group) group.push(tool)
    else groups.push([tool])
    isOpen = (group?.length ?? 1) < largestBatch && !endsBatch(tool.hash)
  }
  const isFeatured = (group: readonly Listed[]) => group.some(({ slug }) => chosen.has(slug))
  const ordered = [...groups.filter(isFeatured), ...groups.filter((group) => !isFeatured(group))]
  let count = 0
  return ordered
    .filter((group) => (count += group.length) <= toolsPerToolkit)
    .map((group) => ({
      address: hashOf([promptVersion, name, languages, searchable, group.map(toPair)]),
      slugs: group.map(({ slug }) => slug),
    }))
}

/** Names what decides which use cases a search may use. */
export const nameSettings = (
  name: string,
  { languages, toolsPerToolkit }: Pick<EnrichmentSettings, 'languages' | 'toolsPerToolkit'>,
): string => hashOf([promptVersion, name, languages, toolsPerToolkit])

/** One in six hashes. */
const endsBatch = (hash: string): boolean => /^[A-J]/.test(hash)

const toPair = ({ slug, hash }: Listed) => [slug, hash]

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
