import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { readBody, type Environment, type OnError } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import { answerPages } from '../answer-pages.ts'
import type { Person } from '../person.ts'
import type { ChatModel } from './chat-model.ts'

type Parts = {
  findOperator: (context: Context<Environment>) => Promise<Person>
  /** Absent: no model is configured. */
  model: ChatModel | undefined
  onError: OnError
  /** Aborts when the service stops. */
  closing: AbortSignal
}

const maximumBodyBytes = 4 * 1024 * 1024
/** Steps under way on this node: each may take minutes, and costs the operator money. */
const maximumConcurrency = 8

const step = z.object({
  messages: z
    .array(z.looseObject({ role: z.enum(['system', 'user', 'assistant', 'tool']) }))
    .min(1)
    .max(500),
  tools: z
    .array(
      z.object({
        slug: z.string().min(1).max(255),
        description: z.string().max(50_000),
        input_schema: z.record(z.string(), z.unknown()),
      }),
    )
    .max(128),
})

/** Chatting with the operator's model: which there is, and one step of a conversation. */
export const mountChat = (
  app: Hono<Environment>,
  { findOperator, model, onError, closing }: Parts,
) => {
  const answer = answerPages(onError)
  let steps = 0

  app.get(
    '/console/chat',
    answer('console.chatModel', async (context) => {
      await findOperator(context)
      return context.json({ model: model?.name ?? null, install: model?.missing() ?? null })
    }),
  )

  app.post(
    '/console/chat',
    answer('console.chat', async (context) => {
      await findOperator(context)
      const { messages, tools } = readStep(await readBody(context, maximumBodyBytes))
      if (!model) throw notConfigured()
      if (steps >= maximumConcurrency)
        throw new ServiceError('rate_limited', 'The model is asked too often at the moment', {
          suggestedFix: 'Try again in some seconds',
          retryAfterSeconds: 5,
        })
      steps += 1
      try {
        const over = AbortSignal.any([context.req.raw.signal, closing])
        const named = tools.map(({ input_schema: inputSchema, ...tool }) => ({
          ...tool,
          inputSchema,
        }))
        return context.json(await model.ask(messages, named, over))
      } finally {
        steps -= 1
      }
    }),
  )
}

const readStep = (body: unknown): z.infer<typeof step> => {
  const read = step.safeParse(body)
  if (read.success) return read.data
  throw new ServiceError('invalid_request', 'The step of the conversation is not valid', {
    errors: read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    suggestedFix: 'Begin a new conversation: this one may be too long',
  })
}

const notConfigured = () =>
  new ServiceError('unprocessable', 'No model to chat with is configured', {
    suggestedFix: 'Set PLUGBOARD_CHAT_MODEL and PLUGBOARD_CHAT_KEY for the service',
  })
