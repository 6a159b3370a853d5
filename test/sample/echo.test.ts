import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSampleService, type SampleService } from '../../src/sample/start-sample-service.ts'

let sample: SampleService
beforeAll(async () => {
  sample = await startSampleService()
})
afterAll(() => sample.close())

const echo = async (body: unknown) => {
  const response = await fetch(`${sample.echoUrl}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('echoes a message with its length', async () => {
  expect(await echo({ message: 'Grüße' })).toEqual({
    status: 200,
    body: { message: 'Grüße', length: 5 },
  })
  expect(await echo({ message: '' })).toEqual({ status: 200, body: { message: '', length: 0 } })
})

test('echoes in capital letters', async () => {
  expect(await echo({ message: 'hello', uppercase: true })).toEqual({
    status: 200,
    body: { message: 'HELLO', length: 5 },
  })
})

test('refuses a request without a message', async () => {
  expect(await echo({ uppercase: true })).toMatchObject({
    status: 422,
    body: { error: 'invalid', fields: [{ field: 'message' }] },
  })
})
