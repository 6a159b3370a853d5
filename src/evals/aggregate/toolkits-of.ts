import { z } from 'zod'
import { findMissingConnections } from '../scorers/missing-connections.ts'
import type { CaseRun } from '../types.ts'

/**
 * Returns a function that names the toolkits of the calls that a case expects. A slug does not say
 * where its toolkit ends: that is the longest one that is known from `named`, from the sessions of
 * the runs or from answers of the service, and otherwise the first word.
 */
export const createToolkitsOf = (
  runs: readonly CaseRun[],
  named: readonly string[],
): ((run: CaseRun) => string[]) => {
  const known = new Map<string, string>()
  for (const toolkit of [...named, ...runs.flatMap(mentionedIn)]) {
    const prefix = `${toolkit.toUpperCase().replaceAll('-', '_')}_`
    if (!known.has(prefix)) known.set(prefix, toolkit)
  }
  const longestFirst = [...known].toSorted(([one], [other]) => other.length - one.length)
  const toolkitOf = (slug: string): string =>
    longestFirst.find(([prefix]) => slug.startsWith(prefix))?.[1] ??
    slug.slice(0, slug.indexOf('_')).toLowerCase()
  return ({ case: { expect } }) =>
    (expect.calls ?? []).flatMap(({ tool }) =>
      typeof tool === 'string' && isSlug.test(tool) ? [toolkitOf(tool)] : [],
    )
}

const isSlug = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/

/** The toolkits that the session of a run allows, and those that the service named in it. */
const mentionedIn = (run: CaseRun): string[] => [
  ...sessionToolkits(run),
  ...findMissingConnections(run).map(({ toolkit }) => toolkit),
  ...run.calls.flatMap(
    ({ result }) =>
      found.safeParse(result).data?.toolkit_connection_statuses.map(({ toolkit }) => toolkit) ?? [],
  ),
]

const sessionToolkits = ({ case: { tools } }: CaseRun): string[] => {
  if (Array.isArray(tools) || typeof tools.session === 'string') return []
  const rule = allowed.safeParse(tools.session.config?.['toolkits']).data ?? []
  return Array.isArray(rule) ? rule : [...(rule.enable ?? []), ...(rule.disable ?? [])]
}

/** As the configuration of a session has them. */
const allowed = z.union([
  z.array(z.string()),
  z.object({
    enable: z.array(z.string()).optional(),
    disable: z.array(z.string()).optional(),
  }),
])

/** The answer of a search for tools. */
const found = z.object({
  toolkit_connection_statuses: z.array(z.object({ toolkit: z.string() })),
})
