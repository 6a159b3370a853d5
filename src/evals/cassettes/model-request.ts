import { z } from 'zod'

/** A call as a model wrote it: arguments that are not valid JSON remain text. */
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
 * A request to a model, in a format that every framework can be converted to; streaming is not part
 * of it.
 *
 * Only these fields of a request are ever recorded: there are no headers, keys or provider
 * settings.
 */
export const modelRequest = z.strictObject({
  model: z.string(),
  messages: z.array(message),
  tools: z.array(modelTool),
  settings,
})

export type ModelRequest = z.infer<typeof modelRequest>
export type ModelMessage = z.infer<typeof message>
export type ModelSettings = z.infer<typeof settings>
