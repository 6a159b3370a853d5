import type {
  CallToolResult,
  InputRequiredResult,
  InputRequests,
  ServerContext,
} from '@modelcontextprotocol/server'
import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  acceptedContent,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import { setTimeout } from 'node:timers/promises'
import { openState, sealState } from './request-state.ts'

type Result = CallToolResult | InputRequiredResult
type Request = ServerContext['mcpReq']
export type FixtureTool = {
  description: string
  inputSchema?: Record<string, unknown>
  run(given: Record<string, unknown>, request: Request): Result | Promise<Result>
}

export const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const audio = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const text = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object' as const,
  properties,
  required,
})

const askName = (message = 'What is your name?') =>
  inputRequired.elicit({ message, requestedSchema: object({ name: { type: 'string' } }) as never })
const askConfirmation = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: object({ ok: { type: 'boolean' } }) as never,
})
const askModel = (prompt: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens,
  })

const capabilitiesOf = ({ envelope }: Request): Record<string, unknown> =>
  ((envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ??
    {}) as Record<string, unknown>

/** Asks with a state that nobody else can make, and goes on only with one that it made itself. */
const inSteps =
  (steps: InputRequests[], done: string) =>
  ({ inputResponses, requestState }: Request): Result => {
    const state = requestState<string>()
    const step = state === undefined ? 0 : Number(openState(state))
    const answered =
      state !== undefined &&
      Object.keys(steps[step] ?? {}).every(
        (key) => inputResponse(inputResponses, key).kind !== 'missing',
      )
    const next = answered ? step + 1 : step
    const inputRequests = steps[next]
    return inputRequests
      ? inputRequired({ inputRequests, requestState: sealState(String(next)) })
      : text(done)
  }

const inHandshake =
  (
    method: 'elicitation/create',
    params: (given: Record<string, unknown>) => {
      message: string
      requestedSchema: Record<string, unknown>
    },
  ) =>
  async (given: Record<string, unknown>, { send }: Request): Promise<Result> => {
    const { action, content } = await send({
      method,
      params: { mode: 'form', ...params(given) } as never,
    })
    return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)
  }

const notify = (request: Request, progress: number) => {
  const progressToken = request._meta?.progressToken
  return progressToken === undefined
    ? Promise.resolve()
    : request.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      })
}

/** What the official suite asks a server to have. */
export const fixtureTools: Record<string, FixtureTool> = {
  test_simple_text: {
    description: 'Answers text',
    run: () => text('This is a simple text response for testing.'),
  },
  test_image_content: {
    description: 'Answers an image',
    run: () => ({ content: [{ type: 'image', data: image, mimeType: 'image/png' }] }),
  },
  test_audio_content: {
    description: 'Answers a sound',
    run: () => ({ content: [{ type: 'audio', data: audio, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    description: 'Answers a resource',
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    description: 'Answers several kinds of content',
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: image, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  test_argument_in_header: {
    description: 'Wants its argument in a header too',
    inputSchema: object({ region: { type: 'string', 'x-mcp-header': 'Region' } }),
    run: ({ region }) => text(String(region)),
  },
  test_error_handling: {
    description: 'Always fails',
    run: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_progress: {
    description: 'Tells how far it is',
    run: async (_given, request) => {
      for (const progress of [0, 50, 100]) {
        await notify(request, progress)
        await setTimeout(10)
      }
      return text('Done')
    },
  },
  test_tool_with_logging: {
    description: 'Sends log messages',
    run: async (_given, request) => {
      for (const data of [
        'Tool execution started',
        'Tool processing data',
        'Tool execution completed',
      ]) {
        await request.notify({ method: 'notifications/message', params: { level: 'info', data } })
        await setTimeout(10)
      }
      return text('Done')
    },
  },
  test_logging_tool: {
    description: 'Logs where the client wants it',
    run: () => text('Nothing logged'),
  },
  test_sampling: {
    description: "Asks the client's model",
    inputSchema: object({ prompt: { type: 'string' } }),
    run: async ({ prompt }, { send }) => {
      const { content } = await send({
        method: 'sampling/createMessage',
        params: {
          messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }],
          maxTokens: 100,
        },
      })
      return text(`LLM response: ${JSON.stringify(content)}`)
    },
  },
  test_elicitation: {
    description: "Asks the client's user",
    inputSchema: object({ message: { type: 'string' } }),
    run: inHandshake('elicitation/create', ({ message }) => ({
      message: String(message),
      requestedSchema: object({
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      }),
    })),
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks with defaults',
    run: inHandshake('elicitation/create', () => ({
      message: 'Please review',
      requestedSchema: object(
        {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
        [],
      ),
    })),
  },
  test_elicitation_sep1330_enums: {
    description: 'Asks for a choice',
    run: inHandshake('elicitation/create', () => ({
      message: 'Please choose',
      requestedSchema: object(
        {
          untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          titledSingle: {
            type: 'string',
            oneOf: ['First', 'Second', 'Third'].map((name, index) => ({
              const: `value${index + 1}`,
              title: `${name} Option`,
            })),
          },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: {
            type: 'array',
            items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          },
          titledMulti: {
            type: 'array',
            items: {
              anyOf: ['First', 'Second', 'Third'].map((name, index) => ({
                const: `value${index + 1}`,
                title: `${name} Choice`,
              })),
            },
          },
        },
        [],
      ),
    })),
  },
  test_missing_capability: {
    description: 'Needs a client with a model',
    run: (_given, request) => {
      if ('sampling' in capabilitiesOf(request)) return text('The client has a model')
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    },
  },
  test_streaming_elicitation: {
    description: 'Streams before it asks',
    run: async (_given, request) => {
      await request.notify({
        method: 'notifications/progress',
        params: { progressToken: request._meta?.progressToken ?? 'streaming', progress: 1 },
      })
      return inputRequired({ inputRequests: { user_name: askName() } })
    },
  },
  test_input_required_result_elicitation: {
    description: "Asks the client's user by its result",
    run: (_given, { inputResponses }) => {
      const given = acceptedContent(inputResponses, 'user_name') as { name?: unknown } | undefined
      return typeof given?.name === 'string'
        ? text(`Hello, ${given.name}!`)
        : inputRequired({ inputRequests: { user_name: askName() } })
    },
  },
  test_input_required_result_sampling: {
    description: "Asks the client's model by its result",
    run: (_given, { inputResponses }) => {
      const view = inputResponse(inputResponses, 'capital_question')
      return view.kind === 'missing'
        ? inputRequired({
            inputRequests: { capital_question: askModel('What is the capital of France?', 100) },
          })
        : text(JSON.stringify(inputResponses))
    },
  },
  test_input_required_result_list_roots: {
    description: 'Asks for the roots by its result',
    run: (_given, { inputResponses }) => {
      const view = inputResponse(inputResponses, 'client_roots')
      return view.kind === 'missing'
        ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
        : text(JSON.stringify(inputResponses))
    },
  },
  test_input_required_result_request_state: {
    description: 'Gives the client a state to bring back',
    run: (_given, request) => inSteps([{ confirm: askConfirmation }], 'state-ok')(request),
  },
  test_input_required_result_tampered_state: {
    description: 'Refuses a state that was changed',
    run: (_given, request) => inSteps([{ confirm: askConfirmation }], 'state-ok')(request),
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks several things at once',
    run: (_given, request) =>
      inSteps(
        [
          {
            user_name: askName(),
            greeting: askModel('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
        ],
        'All answered',
      )(request),
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice',
    run: (_given, request) =>
      inSteps(
        [
          { step1: askName('Step 1: What is your name?') },
          {
            step2: inputRequired.elicit({
              message: 'Step 2: What is your favorite color?',
              requestedSchema: object({ color: { type: 'string' } }) as never,
            }),
          },
        ],
        'Both answered',
      )(request),
  },
  test_input_required_result_capabilities: {
    description: 'Asks only what the client can answer',
    run: (_given, request) => {
      const { sampling, elicitation } = capabilitiesOf(request)
      const inputRequests = {
        ...(sampling !== undefined && { greeting: askModel('Generate a greeting', 50) }),
        ...(elicitation !== undefined && { user_name: askName() }),
      }
      return Object.keys(inputRequests).length > 0
        ? inputRequired({ inputRequests })
        : text('Nothing can be asked')
    },
  },
}

/** Tools that have a list change for those who listen. */
export const changingTools = (changes: {
  tools: number
  prompts: number
}): Record<string, FixtureTool> => ({
  test_trigger_tool_change: {
    description: 'Changes the list of tools',
    run: () => text(`Change ${(changes.tools += 1)}`),
  },
  test_trigger_prompt_change: {
    description: 'Changes the list of prompts',
    run: () => text(`Change ${(changes.prompts += 1)}`),
  },
})
