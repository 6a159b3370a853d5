import { setTimeout as wait } from 'node:timers/promises'
import { PlugboardError } from '../../client/index.ts'
import { toLines, type Columns, type Entries } from '../print-list.ts'
import { stopSignal } from '../stop-signal.ts'
import { createNews } from './create-news.ts'

const pauseMs = 2000
/** So many of the newest entries are read after each pause, and more only where all are new. */
const window = 100
const mostAtOnce = 1000

type Read = (wanted: number) => Promise<Entries<unknown>>

/**
 * Prints the newest entries, oldest first, and then what is new or has changed, until Ctrl+C. It asks
 * the service again after each pause, so that it works for every list.
 */
export const follow = async (
  read: Read,
  columns: Columns<unknown>,
  { json, limit }: { json: boolean; limit: number },
): Promise<void> => {
  const stop = stopSignal()
  const news = createNews((item) => String(Object.values(columns)[0]?.(item)))
  const print = printer(columns, json)
  const wanted = Math.max(limit, window)
  const { items: first } = await read(wanted)
  news.remember(first, first.length < wanted)
  print(first.slice(0, limit))
  let isLost = false
  while (!(await isOver(stop))) {
    try {
      print(await readNews(read, news))
      isLost = false
    } catch (error) {
      if (!isTransient(error)) throw error
      if (!isLost) console.error(`${error.message}; trying again until the service is back`)
      isLost = true
    }
  }
}

const readNews = async (read: Read, news: ReturnType<typeof createNews>): Promise<unknown[]> => {
  const { items } = await read(window)
  if (items.length < window || !news.areAllNew(items))
    return news.remember(items, items.length < window)
  const { items: all } = await read(mostAtOnce)
  if (all.length === mostAtOnce && news.areAllNew(all))
    console.error(`More than ${mostAtOnce} entries are new; older ones are not shown`)
  return news.remember(all, all.length < mostAtOnce)
}

const printer = (columns: Columns<unknown>, json: boolean) => {
  let hasTitles = true
  return (newestFirst: readonly unknown[]): void => {
    const items = newestFirst.toReversed()
    if (items.length === 0) return
    if (json) for (const item of items) console.log(JSON.stringify(item))
    else for (const line of toLines(items, columns, hasTitles)) console.log(line)
    hasTitles = false
  }
}

const isOver = async (signal: AbortSignal): Promise<boolean> => {
  await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  return signal.aborted
}

const isTransient = (error: unknown): error is PlugboardError =>
  error instanceof PlugboardError &&
  (error.slug === 'network' || error.slug === 'timeout' || (error.status ?? 0) >= 500)
