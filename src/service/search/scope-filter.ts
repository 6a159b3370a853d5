import { LRUCache } from 'lru-cache'
import type { Catalog, Toolkit, ToolSummary } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import { createYielder } from '../platform/create-yielder.ts'
import { createBits, hasBit, setBit, type Bits } from './engine/bits.ts'
import type { Segment, ToolFilter } from './engine/index.ts'
import type { ProjectIndex } from './index/project-index.ts'
import type { SearchScope } from './scope.ts'

type Kept = WeakMap<Segment, Bits>

/** The number of cached rules per set of toolkits. */
const maximumKept = 200

/**
 * Compiles a scope into one bit for each tool of an index; sessions with the same rules share the
 * result.
 */
export const createScopeFilters = ({ catalog }: { catalog: Pick<Catalog, 'listTools'> }) => {
  const kept = new WeakMap<ReadonlyMap<string, Toolkit>, LRUCache<string, Kept>>()

  const keptFor = ({ toolkits, rules }: SearchScope): Kept => {
    const ofToolkits = kept.get(toolkits) ?? new LRUCache<string, Kept>({ max: maximumKept })
    kept.set(toolkits, ofToolkits)
    const bits = ofToolkits.get(rules.key) ?? new WeakMap<Segment, Bits>()
    ofToolkits.set(rules.key, bits)
    return bits
  }

  return async (project: Project, index: ProjectIndex, scope: SearchScope): Promise<ToolFilter> => {
    const known = keptFor(scope)
    const yieldIfDue = createYielder()
    for (const { segment } of index.search.segments) {
      if (known.has(segment)) continue
      const verdicts: Verdict[] = []
      for (const toolkit of segment.toolkits)
        verdicts.push(
          judgeToolkit(index, scope, toolkit) ??
            (await judgeTools(catalog, project, scope, toolkit)),
        )
      known.set(segment, toBits(segment, verdicts))
      await yieldIfDue()
    }
    const { only } = scope
    const narrowed = new Map<Segment, Bits>()
    if (only && only.size > 0) {
      for (const { segment } of index.search.segments) {
        if (segment.toolkits.some((toolkit) => only.has(toolkit)))
          narrowed.set(segment, narrow(segment, known.get(segment), only))
      }
    }
    return (segment) => narrowed.get(segment) ?? known.get(segment) ?? everything(segment)
  }
}

/** Whether a tool of a toolkit may be found. */
type Verdict = boolean | ((slug: string) => boolean)

/** Undefined if it depends on the tool. */
const judgeToolkit = (
  index: ProjectIndex,
  { toolkits, rules }: SearchScope,
  slug: string,
): boolean | undefined => {
  const toolkit = toolkits.get(slug)
  if (!toolkit || !rules.allowsToolkit(slug)) return false
  const isNewest = index.indexed.get(slug)?.version === toolkit.version
  return isNewest && !rules.judgesTools(slug) ? true : undefined
}

const judgeTools = async (
  catalog: Pick<Catalog, 'listTools'>,
  project: Project,
  { toolkits, rules }: SearchScope,
  slug: string,
): Promise<Verdict> => {
  const { version = '' } = toolkits.get(slug) ?? {}
  const tools = new Map(
    (await catalog.listTools(project, slug, version)).map((tool): [string, ToolSummary] => [
      tool.slug,
      tool,
    ]),
  )
  return (name) => {
    const tool = tools.get(name)
    return tool !== undefined && rules.allowsTool(tool)
  }
}

const toBits = (segment: Segment, verdicts: readonly Verdict[]): Bits => {
  const bits = createBits(segment.count)
  if (verdicts.every((verdict) => verdict === false)) return bits
  if (verdicts.every((verdict) => verdict === true)) return bits.fill(255)
  for (let tool = 0; tool < segment.count; tool += 1) {
    const verdict = verdicts[segment.toolkitOf[tool] ?? 0] ?? false
    if (typeof verdict === 'boolean' ? verdict : verdict(segment.slugs[tool] ?? ''))
      setBit(bits, tool)
  }
  return bits
}

const narrow = (
  segment: Segment,
  allowed: Bits | undefined,
  only: ReadonlyMap<string, ReadonlySet<string>>,
): Bits => {
  const listed = segment.toolkits.map((toolkit) => only.get(toolkit))
  const bits = createBits(segment.count)
  for (let tool = 0; tool < segment.count; tool += 1) {
    const slugs = listed[segment.toolkitOf[tool] ?? 0]
    if (allowed && hasBit(allowed, tool) && (!slugs || slugs.has(segment.slugs[tool] ?? '')))
      setBit(bits, tool)
  }
  return bits
}

/** Tools other than the project's: only allowed ones are indexed. */
const everything = (segment: Segment): Bits => createBits(segment.count).fill(255)
