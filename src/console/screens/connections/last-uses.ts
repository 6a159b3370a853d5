import { client } from '../../api/client.ts'

type Query = { user_ids?: string[]; toolkit_slugs?: string }

/** When each account was last used, as far as the newest entries of the log tell. */
export const lastUses = async (query: Query, signal: AbortSignal): Promise<Map<string, string>> => {
  const { items } = await client.logs.list({ query: { ...query, limit: 200 } }, { signal })
  return new Map(
    items
      .toReversed()
      .flatMap(({ connected_account_id: id, started_at: at }) => (id === null ? [] : [[id, at]])),
  )
}
