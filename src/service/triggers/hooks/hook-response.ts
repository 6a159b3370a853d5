/** What a request to the address of a hook is answered with. */
export type HookResponse = {
  status: 200 | 202 | 204 | 401 | 404 | 405 | 410 | 503
  text: string
  headers?: Record<string, string>
}
