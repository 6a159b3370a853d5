import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { OpenApiDocument } from './openapi-document.ts'
import type { OperationDescription } from './operation-description.ts'
import type { Operation } from './operation.ts'
import { SampleError } from './sample-error.ts'

type ThirdParty<Call> = {
  document: () => OpenApiDocument
  /** Identifies the caller; throws to reject the request. */
  identify: (context: Context, operation: OperationDescription) => Call
  /** In bytes; no limit when absent. */
  maxBodySize?: number
}

/** Builds a third party as one Hono app: its operations, and its public `/openapi.json`. */
export const createThirdParty = <Call>(
  { document, identify, maxBodySize }: ThirdParty<Call>,
  operations: Operation<Call>[],
): Hono => {
  const app = new Hono()
  if (maxBodySize !== undefined) app.use(limitBody(maxBodySize))
  app.get('/openapi.json', (context) => context.json(document()))
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(operation.method, path, (context) =>
      operation.respond(context, identify(context, operation)),
    )
  }
  return app
}

const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new SampleError(413, `The body is larger than ${maxSize} bytes`)
    },
  })
