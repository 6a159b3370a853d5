import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { nextTurn } from './next-turn.ts'
import { openAnthropic } from './protocols/anthropic.ts'
import { gemini } from './protocols/gemini.ts'
import { chatCompletions, responses } from './protocols/openai.ts'
import type { Protocol } from './protocols/protocol.ts'

/**
 * Serves the scripted model with the APIs of OpenAI (Chat Completions and Responses), Anthropic and
 * Gemini, so that the frameworks' packages can use it.
 */
export const serveScriptedModel = async (): Promise<{
  url: string
  close: () => Promise<void>
}> => {
  const names = new Map<string, string>()
  const anthropic = openAnthropic()
  let turns = 0
  const answer = <Request>({ read, write }: Protocol<Request>, body: unknown) => {
    // The clients of the examples send it.
    const request = body as Request
    const id = `call_${(turns += 1)}`
    const turn = nextTurn(read(request, names))
    if ('call' in turn) names.set(id, turn.call.name)
    return write(turn, id, request)
  }
  const toAnswer = (path: string, body: unknown): object => {
    if (path === '/v1/chat/completions') return answer(chatCompletions, body)
    if (path === '/v1/messages') return answer(anthropic, body)
    if (path.endsWith(':generateContent')) return answer(gemini, body)
    return answer(responses, body)
  }
  const server = createServer(async (request, response) => {
    const body = await json(request)
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(toAnswer(pathname, body)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
