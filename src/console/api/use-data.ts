import { useEffect, useRef, useState } from 'preact/hooks'
import type { Activity } from '../../contract/activity.ts'
import { currentProject } from './current-project.ts'
import { listen } from './live.ts'

export type Data<T> = {
  /** The last value that was loaded; kept while it is loaded again. */
  value: T | undefined
  error: unknown
  isLoading: boolean
  reload(): void
}

type Options = {
  /**
   * Loads again when something of one of these types happens, such as `call`, `approval`,
   * `account` or `delivery`.
   */
  refreshOn?: readonly Activity['type'][]
}

/** Events that arrive together lead to one request. */
const settleMs = 400

/**
 * Loads data for a component, again when its dependencies or the project change, and when the
 * service reports something that changes it.
 *
 * @example
 * const log = useData((signal) => client.logs.get({ params: { id } }, { signal }), [id])
 */
export const useData = <T>(
  load: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
  { refreshOn = [] }: Options = {},
): Data<T> => {
  const [state, setState] = useState<Omit<Data<T>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  })
  const running = useRef<AbortController>(undefined)
  const isOutdated = useRef(false)
  const latest = useRef(load)
  latest.current = load

  const reload = () => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    isOutdated.current = false
    setState((before) => ({ ...before, isLoading: true }))
    const end = (change: Partial<typeof state>) => {
      if (own.signal.aborted) return
      running.current = undefined
      setState((before) => ({ ...before, ...change, isLoading: false }))
      if (isOutdated.current) reload()
    }
    latest.current(own.signal).then(
      (value) => end({ value, error: undefined }),
      (error: unknown) => end({ error }),
    )
  }
  // A request under way is not given up: where something happens all the time, none would end.
  const refresh = () => {
    if (running.current) isOutdated.current = true
    else reload()
  }

  const key = JSON.stringify([currentProject.value, ...dependencies])
  useEffect(() => {
    setState({ value: undefined, error: undefined, isLoading: true })
    reload()
    return () => running.current?.abort()
  }, [key])

  useRefresh(refreshOn, refresh)
  return { ...state, reload }
}

const useRefresh = (types: readonly Activity['type'][], reload: () => void): void => {
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (types.length === 0) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen(({ type }) => {
      if (!types.includes(type)) return
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current()
      }, settleMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [types.join(' ')])
}
