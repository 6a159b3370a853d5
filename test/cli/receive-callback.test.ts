import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { receiveCallback } from '../../src/cli/connect/receive-callback.ts'

test('takes the code at its own path only, whatever else is asked for', async () => {
  const codes: string[] = []
  const { promise: confirmed, resolve } = Promise.withResolvers<void>()
  const { url, close } = await receiveCallback(async (code) => void codes.push(code), resolve)
  onTestFinished(close)
  const { port, pathname } = new URL(url)
  const statusOf = (path: string) =>
    new Promise<number | undefined>((found, failed) => {
      const asked = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
        response.resume().on('end', () => found(response.statusCode))
      })
      asked.on('error', failed).end()
    })

  for (const path of ['/', '//', '///', 'http://', '/other?confirmation_code=x'])
    expect(await statusOf(path), path).toBe(404)
  expect(await statusOf(pathname)).toBe(400)
  expect(await statusOf(`${pathname}?confirmation_code=ABC`)).toBe(200)
  await confirmed
  expect(codes).toEqual(['ABC'])
})
