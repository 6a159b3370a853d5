import type { ListStamps } from './exchange.ts'

type Watched = { known: ListStamps; look(): Promise<ListStamps>; everyMs: number }
type Listener = { onChange(list: keyof ListStamps): void; onGone(reason: unknown): void }

const lists = ['tools', 'prompts', 'resources'] as const

/**
 * Looks again and again, since other nodes change lists too, until what it answers is called, or
 * there is nothing to look at any more.
 */
export const watchLists = (
  { known, look, everyMs }: Watched,
  { onChange, onGone }: Listener,
): (() => void) => {
  let last = known
  let isOver = false
  const lookAgain = async (): Promise<void> => {
    try {
      const now = await look()
      if (isOver) return
      for (const list of lists) if (now[list] !== last[list]) onChange(list)
      last = now
      timer = setTimeout(lookAgain, everyMs)
    } catch (reason) {
      if (!isOver) onGone(reason)
    }
  }
  let timer = setTimeout(lookAgain, everyMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
