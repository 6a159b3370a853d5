import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { proofFields, type CheckProof } from '../console/index.ts'
import {
  readBody,
  sendError,
  toErrorResponse,
  type Environment,
  type OnError,
} from '../endpoint/index.ts'
import { runCommand, type AdminCommands } from './command.ts'

type Parts = { checkProof: CheckProof; commands: AdminCommands; onError: OnError }

/** What the proof of a command is made of; `plugboard admin` computes the same text. */
export const commandProof = {
  purpose: 'admin command',
  toText: (given: Pick<z.infer<typeof request>, 'at' | 'nonce' | 'url' | 'command' | 'given'>) =>
    JSON.stringify([given.at, given.nonce, given.url, given.command, given.given]),
}

const request = z.object({
  ...proofFields,
  command: z.string().max(100),
  /** JSON, so that both sides make the proof of the same characters. */
  given: z.string().max(10_000),
})

/** A client gives up after minutes of silence; a line break says that the command goes on. */
const aliveMs = 15_000

/**
 * `POST /admin/commands`: runs a command for whoever proves to have the root key. The answer is one
 * line of JSON, `result` or `error`, after line breaks for as long as the command runs.
 */
export const mountCommands = (app: Hono<Environment>, parts: Parts): void => {
  app.post('/admin/commands', async (context) => {
    context.header('cache-control', 'no-store')
    try {
      const given = request.safeParse(await readBody(context, 16_384)).data
      await parts.checkProof(
        commandProof.purpose,
        given && { ...given, text: commandProof.toText(given) },
      )
      context.header('content-type', 'application/x-ndjson')
      return context.body(answer(parts, context, given ?? { command: '', given: '{}' }))
    } catch (thrown) {
      return sendError(context, thrown, undefined, () => report(parts, context, thrown))
    }
  })
}

const report = ({ onError }: Parts, context: Context<Environment>, thrown: unknown) =>
  onError(thrown, { requestId: context.get('requestId'), operation: 'admin.command' })

const answer = (
  parts: Parts,
  context: Context<Environment>,
  { command, given }: { command: string; given: string },
): ReadableStream<Uint8Array> => {
  const requestId = context.get('requestId')
  const encode = (text: string) => new TextEncoder().encode(`${text}\n`)
  let isRead = true
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(encode(''))
      const alive = setInterval(() => isRead && controller.enqueue(encode('')), aliveMs)
      const line = await runCommand(parts.commands, command, JSON.parse(given)).then(
        (result) => ({ result }),
        (thrown: unknown) => {
          const { body } = toErrorResponse(thrown, requestId)
          if (body.error.slug === 'internal') report(parts, context, thrown)
          return body
        },
      )
      clearInterval(alive)
      if (!isRead) return
      controller.enqueue(encode(JSON.stringify(line)))
      controller.close()
    },
    cancel: () => {
      isRead = false
    },
  })
}
