import type { Env, Hono } from 'hono'

/** The methods of a path for the `Allow` header; empty for an unknown path. */
export const methodsOf = <E extends Env>(app: Hono<E>, path: string): string[] => {
  const found = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => !isMiddleware(route.path)),
  )
  if (found.length === 0) return []
  return [...found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
}

/** Middleware for all requests, or for all below a path. */
const isMiddleware = (path: string): boolean => path.endsWith('/*')
