/** As much of the package as the test authorization server uses; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Context = {
    method: string
    path: string
    status: number
    body: unknown
    request: { headers: IncomingMessage['headers'] }
    /** Absent where no route was found. */
    oidc?: { body?: Record<string, unknown> }
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
  }
}
