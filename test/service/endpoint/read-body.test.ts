import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { ServiceError } from '../../../src/service/service-error.ts'
import { readBody } from '../../../src/service/endpoint/read-body.ts'

it('a body that breaks off is the fault of who sent it, so that no operator is told', async () => {
  const refused = async (headers: Record<string, string>) => {
    let thrown: unknown
    const app = new Hono()
      .post('/', async (context) => context.json(await readBody(context, 100)))
      .onError((error, context) => {
        thrown = error
        return context.text('', 400)
      })
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('aborted')),
    })
    await app.request('/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    return thrown
  }
  for (const headers of [[], [['content-length', '50']]]) {
    const thrown = await refused(Object.fromEntries(headers))
    expect(thrown).toBeInstanceOf(ServiceError)
    expect(thrown).toMatchObject({
      slug: 'invalid_request',
      message: 'The body of the request is incomplete',
    })
  }
})
