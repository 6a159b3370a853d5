import type { Client } from '../../client/index.ts'
import type { AvailableToolkit } from '../../contract/index.ts'

type Filter = {
  category?: string
  search?: string
  installed?: 'true' | 'false'
  check_descriptions?: 'true' | 'false'
}

/** Of a page for which third parties are asked. */
const checkTimeoutMs = 5 * 60_000

/** Every toolkit that can be added and matches, over all pages. */
export const listEveryAvailable = async (
  client: Client,
  filter: Filter = {},
): Promise<AvailableToolkit[]> => {
  const found: AvailableToolkit[] = []
  let cursor: string | null = null
  do {
    const page = await client.toolkits.available(
      { query: { ...filter, limit: 1000, ...(cursor !== null && { cursor }) } },
      filter.check_descriptions === 'true' ? { timeoutMs: checkTimeoutMs } : {},
    )
    found.push(...page.items)
    cursor = page.next_cursor ?? null
  } while (cursor !== null)
  return found
}
