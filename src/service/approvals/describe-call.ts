import type { Catalog } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import { readArguments } from './approval-row.ts'
import { escapeInvisible, showArguments, type ShownArguments } from './show-arguments.ts'
import type { ApprovalRow } from './store.ts'

/** A call as the person who decides sees it. */
export type DescribedCall = {
  toolkit: { slug: string; name: string; logo: string | null }
  tool: { slug: string; name: string; isDestructive: boolean }
  userId: string
  accountId: string | null
  /** Absent if the stored arguments are damaged; then the call cannot be approved. */
  arguments: ShownArguments | undefined
}

export const describeCall = async (
  catalog: Catalog,
  project: Project,
  row: ApprovalRow,
): Promise<DescribedCall> => {
  const toolkit = (await catalog.listToolkits(project)).get(row.toolkit_slug)?.definition
  const tool = (await catalog.findTool(project, row.tool_slug, row.tool_version))?.definition
  const given = readArguments(project, row, () => null)
  return {
    toolkit: {
      slug: row.toolkit_slug,
      name: escapeInvisible(toolkit?.name ?? row.toolkit_slug),
      logo: toolkit?.logo ?? null,
    },
    tool: {
      slug: row.tool_slug,
      name: escapeInvisible(tool?.name ?? row.tool_slug),
      isDestructive: tool?.tags.includes('destructiveHint') ?? true,
    },
    userId: escapeInvisible(row.user_id),
    accountId: row.connected_account_id,
    arguments: given === null ? undefined : showArguments(given, tool?.inputParameters),
  }
}
