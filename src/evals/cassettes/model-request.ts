import { z } from 'zod'

/** A call as a model wrote it: arguments that are no JSON stay the text they were. */
const writtenCall = z.strictObject({ id: z.string(), tool: z.string(), arguments: z.unknown() })

const message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  calls: z.array(writtenCall).optional(),
  callId: z.string().optional(),
})

export const modelTool = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
})

const settings = z.strictObject({
  temperature: z.number().optional(),
  topP: z.number().optional(),
  maxOutputTokens: z.number().optional(),
  stop: z.array(z.string()).optional(),
  seed: z.number().optional(),
})

/**
 * What a model is asked, in words that every framework can be translated to; whether the answer is
 * streamed is no part of it.
 *
 * This is also the list of what is ever written down of a request: headers, keys and settings of
 * providers have no place in it.
 */
export const modelRequest = z.strictObject({
  model: z.string(),
  messages: z.array(message),
  tools: z.array(modelTool),
  settings,
})

export type ModelRequest = z.infer<typeof modelRequest>
export type ModelMessage = z.infer<typeof message>
export type ModelTool = z.infer<typeof modelTool>
export type ModelSettings = z.infer<typeof settings>
