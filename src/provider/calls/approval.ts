import { needsLocalApproval } from '../custom-tools/local-tool.ts'
import { fetchToolDefinitions } from '../session-tools/fetch-tool-definitions.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'
import { readCalls } from './read-calls.ts'

/**
 * Known approval requirements of remote tools. A session pins its toolkit versions, so they stay
 * valid until its configuration changes.
 */
export type KnownApprovals = Map<string, boolean>

/** Returns whether a person has to approve a call, or any of the calls of a multi-execute. */
export const needsApproval = async (
  parts: SessionParts,
  known: KnownApprovals,
  call: { slug: string; arguments: unknown },
  options: { signal?: AbortSignal | undefined },
): Promise<boolean> => {
  const { config, tool_router_tools: metaSlugs } = parts.core.record
  const slug = call.slug.toUpperCase()
  const slugs =
    slug === 'SVC_MULTI_EXECUTE_TOOL'
      ? (readCalls(call.arguments) ?? []).map((each) => each.slug.toUpperCase())
      : [slug]
  const local = slugs.flatMap((each) => parts.localTools.get(each) ?? [])
  if (local.some((tool) => needsLocalApproval(config, tool))) return true
  const remote = slugs.filter((each) => !parts.localTools.has(each) && !metaSlugs.includes(each))
  const unknown = remote.filter((each) => !known.has(each))
  if (unknown.length > 0) {
    const definitions = await fetchToolDefinitions(parts, unknown, options)
    // The service refuses a tool that the session does not have.
    for (const each of unknown) known.set(each, definitions.get(each)?.approval === 'required')
  }
  return remote.some((each) => known.get(each) === true)
}
