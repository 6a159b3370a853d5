import { fetchToolDefinitions } from '../session-tools/fetch-tool-definitions.ts'
import type { ToolSource } from '../session-tools/tool-source.ts'
import { needsLocalApproval } from '../running/needs-local-approval.ts'
import { readCalls } from './read-calls.ts'

/**
 * What is known of remote tools; a session keeps its versions, so it stays true until its
 * configuration changes.
 */
export type KnownApprovals = Map<string, boolean>

/** Whether a person has to agree to a call, or to one of the calls of a multi-execute. */
export const needsApproval = async (
  source: ToolSource,
  known: KnownApprovals,
  call: { slug: string; arguments: unknown },
  options: { signal?: AbortSignal | undefined },
): Promise<boolean> => {
  const slug = call.slug.toUpperCase()
  const slugs =
    slug === 'SVC_MULTI_EXECUTE_TOOL'
      ? (readCalls(call.arguments) ?? []).map((each) => each.slug.toUpperCase())
      : [slug]
  const local = slugs.flatMap((each) => source.localTools.get(each) ?? [])
  if (local.some((tool) => needsLocalApproval(source, tool))) return true
  const remote = slugs.filter(
    (each) => !source.localTools.has(each) && !source.metaSlugs.includes(each),
  )
  const unknown = remote.filter((each) => !known.has(each))
  if (unknown.length > 0) {
    const definitions = await fetchToolDefinitions(source, unknown, options)
    // A tool that the session does not have is refused anyway.
    for (const each of unknown)
      known.set(
        each,
        definitions.some(({ slug, approval }) => slug === each && approval === 'required'),
      )
  }
  return remote.some((each) => known.get(each) === true)
}
