import { z } from 'zod'
import { isObject } from '../../../schema/json-schema.ts'
import { exactly, type JsonObject } from '../../matchers/index.ts'
import type {
  CaseTool,
  EvalCase,
  EvalMessage,
  MessageCall,
  NotExpressed,
  ReadCases,
} from '../../types.ts'
import { CaseFileError } from '../case-file-error.ts'
import { parseLines } from '../parse-lines.ts'

/**
 * Reads conversations in the format of OpenAI's Chat Completions, one per line: `{messages,
 * tools}`. Each message with `tool_calls` becomes a case: the messages before it are the input, its
 * calls the expected ones. A conversation without calls becomes a case that expects none.
 *
 * @example
 * const { cases, notExpressed } = readOpenAiChat(await readFile('conversations.jsonl', 'utf8'), 'conversations.jsonl')
 */
export const readOpenAiChat = (text: string, source: string): ReadCases => {
  const read = parseLines(text, source).map((line, index) => {
    const old = oldConversation.safeParse(line).data
    if (old)
      return {
        cases: [],
        notExpressed: [
          {
            id: old.id ?? `line-${index + 1}`,
            what: 'the whole conversation: its calls have the old form function_call',
          },
        ],
      }
    const parsed = conversation.safeParse(line)
    if (!parsed.success)
      throw new CaseFileError(`${source}, line ${index + 1}: ${z.prettifyError(parsed.error)}`)
    return readConversation(
      parsed.data.id ?? parsed.data.custom_id ?? `line-${index + 1}`,
      parsed.data,
    )
  })
  return {
    cases: read.flatMap(({ cases }) => cases),
    notExpressed: read.flatMap(({ notExpressed }) => notExpressed),
  }
}

const part = z.looseObject({ type: z.string(), text: z.string().optional() })
const content = z.union([z.string(), z.array(part)]).nullish()
const toolCall = z.object({
  id: z.string(),
  type: z.string().default('function'),
  function: z.object({ name: z.string(), arguments: z.string() }).optional(),
})
const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer', 'user']), content }),
  z.looseObject({
    role: z.literal('assistant'),
    content,
    tool_calls: z.array(toolCall).optional(),
  }),
  z.object({ role: z.literal('tool'), content, tool_call_id: z.string() }),
])
type ChatMessage = z.output<typeof message>

const conversation = z.looseObject({
  id: z.string().optional(),
  custom_id: z.string().optional(),
  messages: z.array(message).min(1),
  tools: z
    .array(
      z.looseObject({
        type: z.string(),
        function: z
          .object({
            name: z.string(),
            description: z.string().optional(),
            parameters: z.record(z.string(), z.unknown()).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
})
type Conversation = z.output<typeof conversation>

/** The older format, without parallel calls. */
const oldConversation = z.object({
  id: z.string().optional(),
  messages: z
    .array(z.looseObject({}))
    .refine((messages) =>
      messages.some((each) => each['role'] === 'function' || isObject(each['function_call'])),
    ),
})

const readConversation = (
  id: string,
  { messages, tools = [], ...others }: Conversation,
): ReadCases => {
  const notExpressed: NotExpressed[] = [
    ...Object.keys(others)
      .filter((name) => name !== 'id' && name !== 'custom_id')
      .map((name) => ({ id, what: `the setting ${name}` })),
    ...tools
      .filter((tool) => !tool.function)
      .map(({ type }) => ({ id, what: `a tool of the type ${type}` })),
    ...messages.flatMap((each) => missingParts(each).map((what) => ({ id, what }))),
  ]
  const declared = tools.flatMap((tool): CaseTool[] =>
    tool.function
      ? [
          {
            name: tool.function.name,
            description: tool.function.description,
            inputSchema: tool.function.parameters ?? { type: 'object' },
          },
        ]
      : [],
  )
  if (declared.length === 0)
    return {
      cases: [],
      notExpressed: [
        ...notExpressed,
        { id, what: 'the whole conversation: it has no function tools' },
      ],
    }
  const answers = messages.flatMap((each, index) =>
    each.role === 'assistant' && each.tool_calls?.length ? [{ calls: each.tool_calls, index }] : [],
  )
  if (answers.length === 0) return withoutCalls(id, messages, declared, notExpressed)

  const last = messages.at(-1)
  if (last?.role === 'assistant' && !last.tool_calls?.length)
    notExpressed.push({ id, what: 'the text of the last answer' })
  const cases = answers.flatMap(({ calls, index }, number): EvalCase[] => {
    const caseId = answers.length > 1 ? `${id}.${number + 1}` : id
    const broken = [...messages.slice(0, index).flatMap(callsOf), ...calls].find(
      (call) => parseArguments(call) === undefined,
    )
    if (broken)
      notExpressed.push({
        id: caseId,
        what: `the whole case: ${broken.function ? `the arguments of ${broken.function.name} (${broken.id}) are no JSON object` : `the call ${broken.id} is of the type ${broken.type}`}`,
      })
    if (broken || index === 0) {
      if (!broken)
        notExpressed.push({
          id: caseId,
          what: 'the whole case: there are no messages before its calls',
        })
      return []
    }
    const expected = calls.map(toCall).map(({ tool, arguments: given }) => ({
      tool,
      arguments: Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, exactly(value)]),
      ),
    }))
    return [
      {
        id: caseId,
        messages: messages.slice(0, index).map(toMessage),
        tools: declared,
        expect: { calls: expected },
        maxSteps: 1,
      },
    ]
  })
  return { cases, notExpressed }
}

const withoutCalls = (
  id: string,
  messages: ChatMessage[],
  tools: CaseTool[],
  notExpressed: NotExpressed[],
): ReadCases => {
  const isAnswered = messages.at(-1)?.role === 'assistant'
  const question = isAnswered ? messages.slice(0, -1) : messages
  if (!isAnswered)
    return {
      cases: [],
      notExpressed: [...notExpressed, { id, what: 'the whole conversation: it has no answer' }],
    }
  if (question.length === 0)
    return {
      cases: [],
      notExpressed: [...notExpressed, { id, what: 'the whole conversation: it has no question' }],
    }
  return {
    cases: [
      { id, messages: question.map(toMessage), tools, expect: { noCall: true }, maxSteps: 1 },
    ],
    notExpressed: [...notExpressed, { id, what: 'the text of the last answer' }],
  }
}

/** Images and similar, and assistant messages in other forms than text and `tool_calls`. */
const missingParts = (each: ChatMessage): string[] => [
  ...(Array.isArray(each.content)
    ? each.content
        .filter(({ type }) => type !== 'text')
        .map(({ type }) => `a part of the type ${type} of a message`)
    : []),
  ...(each.role === 'assistant'
    ? Object.entries(each)
        .filter(([name, value]) => !expressed.has(name) && value !== null)
        .map(([name]) => `${name} of an answer`)
    : []),
]

const expressed = new Set(['role', 'content', 'tool_calls'])

const callsOf = (each: ChatMessage): z.output<typeof toolCall>[] =>
  each.role === 'assistant' ? (each.tool_calls ?? []) : []

const toMessage = (each: ChatMessage): EvalMessage => {
  const content = Array.isArray(each.content)
    ? each.content.map(({ text }) => text ?? '').join('')
    : (each.content ?? '')
  if (each.role === 'tool') return { role: 'tool', content, callId: each.tool_call_id }
  if (each.role === 'assistant')
    return {
      role: 'assistant',
      content,
      ...(each.tool_calls?.length && { calls: each.tool_calls.map(toCall) }),
    }
  return { role: each.role === 'developer' ? 'system' : each.role, content }
}

const toCall = (call: z.output<typeof toolCall>): MessageCall => ({
  id: call.id,
  tool: call.function?.name ?? '',
  arguments: parseArguments(call) ?? {},
})

const parseArguments = (call: z.output<typeof toolCall>): JsonObject | undefined =>
  jsonText.safeParse(call.function?.arguments).data

const jsonText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' })
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), z.json()))
