import { LRUCache } from 'lru-cache'
import { entries } from '../../platform/entries.ts'
import type { Project } from '../../endpoint/index.ts'
import { outline, storedJson } from '../../platform/stored-json.ts'
import type { NamesOf } from '../slug-owners/tool-names.ts'
import type { catalogStore } from '../store.ts'
import { applyHints, type HintOverrides } from './apply-hints.ts'

/** Limit per project. */
export const maximumAnnotatedTools = 2_000

/** The hints that a project set, as of one stamp. */
export type ProjectAnnotations = {
  stamp: number
  /** Equal for equal hints; empty for a tool or toolkit without any. */
  keyOf(kind: 'tool' | 'toolkit', slug: string): string
  overridesOf(tool: string): HintOverrides | undefined
  tagsOf(tool: string, tags: readonly string[]): readonly string[]
}

/** Caches projects' annotations of their tools per `catalogStamp`, which each change raises. */
export const createProjectAnnotations = (
  store: Pick<ReturnType<typeof catalogStore>, 'listAnnotations'>,
  namesOf: NamesOf,
) => {
  const kept = new LRUCache<string, ProjectAnnotations>(entries(1_000))

  return async (project: Project): Promise<ProjectAnnotations> => {
    const known = kept.get(project.id)
    if (known && known.stamp >= project.catalogStamp) return known
    const rows = await store.listAnnotations(project.id, maximumAnnotatedTools)
    const names = await namesOf(
      project,
      rows.map(({ slug }) => slug),
    )
    const read = toAnnotations(
      project.catalogStamp,
      rows.flatMap((row) => (names.get(row.slug) ?? []).map((slug) => ({ ...row, slug }))),
    )
    kept.set(project.id, read)
    return read
  }
}

const readHints = storedJson('tool_annotations.hints', outline<HintOverrides>({}))

const toAnnotations = (
  stamp: number,
  rows: { slug: string; toolkit_slug: string; hints: string }[],
): ProjectAnnotations => {
  const overrides = new Map(rows.map(({ slug, hints }) => [slug, readHints(hints, slug)]))
  const byToolkit = Map.groupBy(rows, (row) => row.toolkit_slug)
  const keys = {
    tool: new Map(rows.map(({ slug, hints }) => [slug, hints])),
    toolkit: new Map(
      [...byToolkit].map(([toolkit, own]) => [
        toolkit,
        own.map(({ slug, hints }) => `${slug}${hints}`).join(),
      ]),
    ),
  }
  return {
    stamp,
    keyOf: (kind, slug) => keys[kind].get(slug) ?? '',
    overridesOf: (tool) => overrides.get(tool),
    tagsOf: (tool, tags) => applyHints(tags, overrides.get(tool)),
  }
}
