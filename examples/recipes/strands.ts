/**
 * An agent of Strands with the tools of a session, through the Model Context Protocol.
 *
 *     PLUGBOARD_API_KEY=… OPENAI_API_KEY=… node examples/recipes/strands.ts
 */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Agent, McpClient } from '@strands-agents/sdk'
import { OpenAIModel } from '@strands-agents/sdk/models/openai'
import { Plugboard } from 'plugboard'

const session = await new Plugboard().createSession('ada')
const { url, headers } = session.mcp
const plugboard = new McpClient({
  transport: new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
})
const agent = new Agent({
  model: new OpenAIModel({ api: 'chat', modelId: 'gpt-5-mini' }),
  tools: [plugboard],
  printer: false,
})

console.log(String(await agent.invoke('Create an issue: The door of the office is broken')))
await plugboard.disconnect()
