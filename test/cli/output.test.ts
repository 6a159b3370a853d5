import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { quote } from '../../src/cli/quote.ts'
import { runCli } from './run-cli.ts'

/** More than any pipe holds. */
const long = 'x'.repeat(5_000_000)

test('a command that prints much and then fails prints all of it', async () => {
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(
        JSON.stringify({ data: { long }, error: 'It failed', successful: false, log_id: 'log_1' }),
      ),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const { code, stdout, stderr } = await runCli(['tools', 'execute', 'BIG_LIST'], {
    environment: {
      PLUGBOARD_BASE_URL: `http://127.0.0.1:${port}`,
      PLUGBOARD_API_KEY: 'pbk_0123456789abcdefghijklmnop',
    },
    ownProcess: true,
  })
  expect(stderr).toContain('It failed')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({ long })
})

test('a path is one word of a shell', () => {
  expect(quote('data/one.two')).toBe('data/one.two')
  expect(quote("my project's")).toBe(String.raw`'my project'\''s'`)
})
