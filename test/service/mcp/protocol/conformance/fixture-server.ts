import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  acceptedContent,
  inputRequired,
  type CallToolResult,
} from '@modelcontextprotocol/server'
import { handshakeVersions } from '../../../../../src/service/mcp/protocol/engine/protocol-versions.ts'
import type {
  Offer,
  ServerContext,
} from '../../../../../src/service/mcp/protocol/engine/exchange.ts'
import { changingTools, fixtureTools, image, type FixtureTool } from './fixture-tools.ts'

const text = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })

const prompts = [
  { name: 'test_simple_prompt', description: 'Plain' },
  {
    name: 'test_prompt_with_arguments',
    description: 'With arguments',
    arguments: ['arg1', 'arg2'].map((name) => ({
      name,
      description: `${name} of the test`,
      required: true,
    })),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'With a resource',
    arguments: [{ name: 'resourceUri', description: 'Which', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'With an image' },
  { name: 'test_input_required_result_prompt', description: 'Asks first' },
]

const resources = [
  { uri: 'test://static-text', name: 'Text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Image', description: 'An image', mimeType: 'image/png' },
  {
    uri: 'test://watched-resource',
    name: 'Watched',
    description: 'Changes now and then',
    mimeType: 'text/plain',
  },
]

const read = (uri: string) => {
  if (uri === 'test://static-text' || uri === 'test://watched-resource')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: image }
  const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1]
  if (id !== undefined)
    return {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }
  throw new ResourceNotFoundError(uri)
}

const identity = { name: 'fixture', version: '1.0.0' }

/**
 * Everything that the official suite asks for, most of which the service's own endpoints don't
 * offer. `isDirect`: tools that only answer are called without a server of the library.
 */
export const createFixtureOffer = ({ isDirect = true } = {}): Offer => {
  const changes = { tools: 0, prompts: 0 }
  const tools = { ...fixtureTools, ...changingTools(changes) }
  return {
    createServer: (context) => createFixtureServer(tools, context),
    ...(isDirect && { direct: { identity, call: callDirectly(tools) } }),
    inputSchemaOf: (name) =>
      Promise.resolve(tools[name]?.inputSchema && { type: 'object', ...tools[name].inputSchema }),
    stamps: () =>
      Promise.resolve({ tools: String(changes.tools), prompts: String(changes.prompts) }),
  }
}

/** Tools that look at their request, for progress or questions, are left to a server. */
const callDirectly =
  (tools: Record<string, FixtureTool>): NonNullable<Offer['direct']>['call'] =>
  async (name, given) => {
    const tool = tools[name]
    if (!tool || tool.run.length > 1) return undefined
    const run = tool.run as (given: Record<string, unknown>) => unknown
    return (await run(given)) as CallToolResult
  }

const createFixtureServer = (
  tools: Record<string, FixtureTool>,
  { canListen: listChanged }: ServerContext,
): Server => {
  const server = new Server(identity, {
    capabilities: {
      tools: { listChanged },
      resources: {},
      prompts: { listChanged },
      completions: {},
      logging: {},
    },
    supportedProtocolVersions: handshakeVersions,
    inputRequired: { legacyShim: false },
  })
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({
      name,
      description,
      inputSchema: { type: 'object' as const, ...inputSchema },
    })),
  }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const tool = tools[params.name]
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return tool.run(params.arguments ?? {}, mcpReq)
  })
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: 'test://template/{id}/data',
        name: 'Template',
        description: 'By id',
        mimeType: 'application/json',
      },
    ],
  }))
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [read(params.uri)] }))
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['test'], total: 1, hasMore: false },
  }))
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler(
    'prompts/get',
    ({ params: { name, arguments: given = {} } }, { mcpReq }) => {
      switch (name) {
        case 'test_simple_prompt':
          return { messages: [text('This is a simple prompt for testing.')] }
        case 'test_prompt_with_arguments':
          return {
            messages: [
              text(`Prompt with arguments: arg1='${given['arg1']}', arg2='${given['arg2']}'`),
            ],
          }
        case 'test_prompt_with_embedded_resource':
          return {
            messages: [
              {
                role: 'user',
                content: {
                  type: 'resource',
                  resource: {
                    uri: String(given['resourceUri']),
                    mimeType: 'text/plain',
                    text: 'Embedded resource content for testing.',
                  },
                },
              },
              text('Please process the embedded resource above.'),
            ],
          }
        case 'test_prompt_with_image':
          return {
            messages: [
              { role: 'user', content: { type: 'image', data: image, mimeType: 'image/png' } },
              text('Please analyze the image above.'),
            ],
          }
        case 'test_input_required_result_prompt': {
          const answer = acceptedContent(mcpReq.inputResponses, 'user_context') as
            | { context?: unknown }
            | undefined
          if (answer) return { messages: [text(`Context: ${String(answer.context)}`)] }
          const requestedSchema = {
            type: 'object' as const,
            properties: { context: { type: 'string' as const } },
            required: ['context'],
          }
          return inputRequired({
            inputRequests: {
              user_context: inputRequired.elicit({
                message: 'What context should the prompt use?',
                requestedSchema,
              }),
            },
          })
        }
        default:
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`)
      }
    },
  )
  return server
}
