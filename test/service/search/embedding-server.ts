import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

const asked = z.object({ model: z.string(), input: z.array(z.string()) })

type Received = { path: string | undefined; authorization: string | undefined; input: string[] }

/** Vectors, or the status and headers of a refusal. */
export type Answer = number[][] | { status: number; headers?: Record<string, string> }

/** An OpenAI-compatible embedding API on loopback, which answers what the test says. */
export const startEmbeddingServer = async (
  answer: (input: string[]) => Answer,
): Promise<{ url: string; received: Received[] }> => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const { input } = asked.parse(JSON.parse(text))
    received.push({ path: request.url, authorization: request.headers.authorization, input })
    const answered = answer(input)
    response.setHeader('content-type', 'application/json')
    if (!Array.isArray(answered))
      return response.writeHead(answered.status, answered.headers).end('{}')
    const data = answered.map((embedding, index) => ({ index, embedding }))
    return response.end(JSON.stringify({ data: data.toReversed() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received }
}
