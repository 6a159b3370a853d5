import { z } from 'zod'
import { runAdmin, type AdminOptions } from './run-admin.ts'

const page = z.object({ items: z.array(z.unknown()), next_cursor: z.string().nullable() })

/** What is kept of a user, one thing after the other. */
export const exportLines = async function* (
  user: string,
  options: AdminOptions & { project?: string },
): AsyncGenerator<string> {
  const { project } = options
  for (let cursor: string | null | undefined; cursor !== null;) {
    const given = { user, project, ...(cursor !== undefined && { cursor }) }
    const { items, next_cursor: next } = page.parse(await runAdmin(options, 'users export', given))
    for (const item of items) yield JSON.stringify(item)
    cursor = next
  }
}
