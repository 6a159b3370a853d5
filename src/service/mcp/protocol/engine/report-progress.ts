import type { ServerContext } from '@modelcontextprotocol/server'

/**
 * Tells a client that asked for it that its call still runs, so that it waits on; answers with what
 * ends that.
 */
export const reportProgress = (
  { _meta, notify }: Pick<ServerContext['mcpReq'], '_meta' | 'notify'>,
  everyMs: number,
): (() => void) => {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  const timer = setInterval(() => {
    progress += 1
    notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message: 'The tool is running' },
    }).catch(() => clearInterval(timer))
  }, everyMs)
  return () => clearInterval(timer)
}
