import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../src/contract/endpoint.ts'
import { parseRequest } from '../../../src/service/endpoint/parse-request.ts'
import { verifies } from '../../requirements.ts'

it('gives a body its current names alone, whichever were sent', async () => {
  verifies('conventions.aliases')
  const renamed = endpoint({
    method: 'POST',
    path: '/things',
    summary: 'Make a thing',
    auth: 'public',
    body: z.looseObject({ colour: z.string().optional() }),
    aliases: { color: 'colour', tint: 'colour' },
    responses: { 200: z.unknown() },
    errors: [],
  })
  const app = new Hono().post('/things', async (context) =>
    context.json((await parseRequest(context, renamed)).request.body as object),
  )
  const parse = async (body: object) =>
    (
      await app.request('/things', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()

  expect(await parse({ color: 'red', size: 1 })).toEqual({ colour: 'red', size: 1 })
  expect(await parse({ tint: 'blue', color: 'red' })).toEqual({ colour: 'red' })
  expect(await parse({ color: 'red', colour: 'green' })).toEqual({ colour: 'green' })
  expect(await parse({ size: 1 })).toEqual({ size: 1 })
})
