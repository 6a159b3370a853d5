import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Environment } from '../endpoint/index.ts'
import type { Log } from '../platform/log.ts'

/** Probes come every few seconds for years. */
const probes = new Set(['/healthz', '/readyz'])

/**
 * Writes a line at `info` for the given share (0 to 1) of requests, and for every one that the
 * service failed. Paths may contain secrets, such as the token of a connect page, so a line has the
 * operation or the pattern of the path.
 */
export const createAccessLog =
  (
    log: Log,
    share: () => number,
    random: () => number = Math.random,
  ): ((context: Context<Environment>, seconds: number) => void) =>
  (context, seconds) => {
    if (!log.isLevelEnabled('info') || probes.has(context.req.path)) return
    const { status } = context.res
    if (status < 500 && random() >= share()) return
    log.info(
      {
        requestId: context.get('requestId'),
        method: context.req.method,
        route: context.get('operation') ?? patternOf(context),
        status,
        milliseconds: Math.round(seconds * 10_000) / 10,
        projectId: context.get('projectId'),
        keyId: context.get('keyId'),
      },
      'request',
    )
  }

/** The path of the last route that is no middleware. */
const patternOf = (context: Context<Environment>): string => {
  const path = matchedRoutes(context).at(-1)?.path
  return path === undefined || path.endsWith('*') ? 'none' : path
}
