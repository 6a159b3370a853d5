/**
 * A flow of Genkit with the tools of a session, through the Model Context Protocol.
 *
 *     PLUGBOARD_API_KEY=… OPENAI_API_KEY=… node examples/recipes/genkit.ts
 */
import { openAI } from '@genkit-ai/compat-oai/openai'
import { createMcpClient } from '@genkit-ai/mcp'
import { genkit } from 'genkit'
import { Plugboard } from 'plugboard'

const session = await new Plugboard().createSession('ada')
const { url, headers } = session.mcp
const plugboard = createMcpClient({
  name: 'plugboard',
  mcpServer: { url, requestInit: { headers } },
})
const ai = genkit({ plugins: [openAI()] })

const { text } = await ai.generate({
  model: openAI.model('gpt-5-mini'),
  prompt: 'Create an issue: The door of the office is broken',
  tools: await plugboard.getActiveTools(ai),
})
console.log(text)
await plugboard.disable()
