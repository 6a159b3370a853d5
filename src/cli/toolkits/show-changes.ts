import type { Client } from '../../client/index.ts'
import type { ToolkitChange } from '../../contract/toolkit-changes.ts'

export type ChangesOptions = { accept: boolean; reject: boolean; json: boolean }

/** The maximum page size. Further changes are shown once these are decided. */
const limit = 1000

/**
 * Prints pending changes, and accepts or rejects the printed ones. Changes that arrive in the
 * meantime are not affected.
 */
export const showChanges = async (
  client: Client,
  slug: string,
  { accept, reject, json }: ChangesOptions,
): Promise<void> => {
  const { items } = await client.toolkits.changes({ params: { slug }, query: { limit } })
  const shown = accept || reject ? items.filter(({ status }) => status === 'pending') : items
  console.log(json ? JSON.stringify(shown, null, 2) : toText(slug, shown))
  if (shown.length === 0 || !(accept || reject)) return
  const request = { params: { slug }, body: { ids: shown.map(({ id }) => id) } }
  if (reject) await client.toolkits.rejectChanges(request)
  const accepted = accept ? await client.toolkits.acceptChanges(request) : undefined
  if (!json) console.log(accepted ? `\nAccepted as version ${accepted.version}.` : '\nRejected.')
}

const toText = (slug: string, changes: ToolkitChange[]): string =>
  changes.length === 0 ? `No change of "${slug}" waits.` : changes.map(toParagraph).join('\n\n')

/** JSON escapes control characters in third-party texts. */
const toParagraph = ({ tool_slug, kind, status, fields, before, after }: ToolkitChange): string =>
  [
    `${tool_slug}: ${kind}${status === 'rejected' ? ', rejected' : ''}`,
    ...fields.flatMap((field) => [
      ...(before ? [`  - ${field}: ${JSON.stringify(before[field])}`] : []),
      `  + ${field}: ${JSON.stringify(after[field])}`,
    ]),
  ].join('\n')
