import { setImmediate } from 'node:timers/promises'

/** Rows per statement: few enough that other requests never wait for long. */
const portion = 500

/** Deletes many rows, a portion at a time; what is given deletes up to `limit` of them and answers how many there were. */
export const deleteInPortions = async (deleteSome: (limit: number) => Promise<number>): Promise<void> => {
  while ((await deleteSome(portion)) === portion) await setImmediate()
}
