import { setTimeout as wait } from 'node:timers/promises'
import type { Indexing } from '../../contract/index.ts'
import { showProgress } from '../toolkits/show-progress.ts'

/** The service itself waits for the index during each search. */
const mostSearches = 30
const pauseMs = 500

/**
 * Repeats a search until all tools of the project are indexed, and shows how far that is. Gives up
 * after a while, and says that tools may be missing.
 */
export const searchWhenIndexed = async <Found extends { index?: Indexing | undefined }>(
  search: () => Promise<Found>,
  delayMs = pauseMs,
): Promise<Found> => {
  let found = await search()
  if (!found.index) return found
  const progress = await showProgress('Indexing the tools of the project', 'tools')
  for (let count = 1; found.index && count < mostSearches; count += 1) {
    progress.update({ done: found.index.indexed_tools, total: found.index.total_tools })
    await wait(delayMs)
    found = await search()
  }
  if (found.index) progress.fail(toWarning(found.index))
  else progress.finish('All tools are indexed')
  return found
}

const toWarning = ({ indexed_tools, total_tools }: Indexing): string =>
  `Only ${indexed_tools} of ${total_tools} tools are indexed: some may be missing here. Search again later`
