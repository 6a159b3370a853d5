import type { Client } from '../../src/client/index.ts'
import { tool } from '../service/interface/published/tool.ts'
import { check } from './check.ts'

/** Every tool is one that existing clients parse: where one is not, they refuse the whole list. */
export const checkTools = async (
  client: Client,
  engine: string,
  expected: number,
): Promise<void> => {
  let cursor: string | null = null
  let listed = 0
  const misread: string[] = []
  do {
    const page: Awaited<ReturnType<Client['tools']['list']>> = await client.tools.list({
      query: { toolkit_slug: ['github'], limit: 1000, ...(cursor !== null && { cursor }) },
    })
    listed += page.items.length
    misread.push(
      ...page.items.filter((item) => !tool.safeParse(item).success).map(({ slug }) => slug),
    )
    cursor = page.next_cursor
  } while (cursor !== null)
  for (const slug of misread) console.log(`  misread: ${slug}`)
  check(
    listed === expected && misread.length === 0,
    `${engine}: existing clients parse all ${listed} tools`,
  )
}
