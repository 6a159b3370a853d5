import type { Env, Hono } from 'hono'

/** With which methods a path exists, as `Allow` lists them; none for an unknown path. */
export const methodsOf = <E extends Env>(app: Hono<E>, path: string): string[] => {
  const found = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => !isMiddleware(route.path)),
  )
  if (found.length === 0) return []
  return [...found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
}

/** What runs for each request, or for each below a path. */
const isMiddleware = (path: string): boolean => path.endsWith('/*')
