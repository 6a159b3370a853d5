import { latestCredible } from '../platform/clock.ts'
import type { Handle } from '../platform/database/index.ts'

type Tables = {
  /** What the official address of a description held. */
  descriptions: {
    address: string
    /** After redirects: references to other files are relative to it. */
    url: string
    /** Of the content, in hexadecimal, which is also the key of the file that holds it. */
    sha256: string
    size: number
    /** Compressed. */
    stored_size: number
    etag: string | null
    last_modified: string | null
    fetched_at: string
    /** When its server last said that it is unchanged. */
    checked_at: string
    used_at: string
    expires_at: string
  }
}

export type DescriptionRow = Tables['descriptions']

/** What was noted later than this was noted while a clock was wrong. */
const latestBeside = (time: string): string => latestCredible(new Date(time))

/** SQL of cached descriptions. */
export const descriptionStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    find: (address: string, at: string) =>
      db
        .selectFrom('descriptions')
        .selectAll()
        .where('address', '=', address)
        .where('expires_at', '>', at)
        .executeTakeFirst(),
    /** Leaves what another node has read since. */
    upsert: ({ address, ...row }: DescriptionRow) =>
      db
        .insertInto('descriptions')
        .values({ address, ...row })
        .onConflict((conflict) =>
          conflict
            .column('address')
            .doUpdateSet(row)
            .where(({ or, eb }) =>
              or([
                eb('descriptions.checked_at', '<=', row.checked_at),
                eb('descriptions.checked_at', '>', latestBeside(row.checked_at)),
              ]),
            ),
        )
        .execute(),
    /** The server said that this content is still what it has. */
    confirm: ({ address, sha256 }: DescriptionRow, checkedAt: string) =>
      db
        .updateTable('descriptions')
        .set({ checked_at: checkedAt })
        .where('address', '=', address)
        .where('sha256', '=', sha256)
        .where(({ or, eb }) =>
          or([eb('checked_at', '<', checkedAt), eb('checked_at', '>', latestBeside(checkedAt))]),
        )
        .execute(),
    use: (
      { address, sha256 }: DescriptionRow,
      times: Pick<DescriptionRow, 'used_at' | 'expires_at'>,
    ) =>
      db
        .updateTable('descriptions')
        .set(times)
        .where('address', '=', address)
        .where('sha256', '=', sha256)
        .where('used_at', '<', times.used_at)
        .execute(),
    /** Whether an address held this content last. */
    isUsed: async (sha256: string, at: string) =>
      (await db
        .selectFrom('descriptions')
        .select('address')
        .where('sha256', '=', sha256)
        .where('expires_at', '>', at)
        .limit(1)
        .executeTakeFirst()) !== undefined,
    /** Those in use, the most recently used first. */
    listUsed: (at: string, limit: number) =>
      db
        .selectFrom('descriptions')
        .select(['address', 'sha256', 'stored_size', 'used_at'])
        .where('expires_at', '>', at)
        .orderBy('used_at', 'desc')
        .orderBy('address')
        .limit(limit)
        .execute(),
    expire: (address: string, at: string) =>
      db
        .updateTable('descriptions')
        .set({ expires_at: at })
        .where('address', '=', address)
        .where('expires_at', '>', at)
        .execute(),
  }
}
