/**
 * An agent of LlamaIndex with the tools of a session. `@llamaindex/core` is no longer maintained.
 *
 *     PLUGBOARD_API_KEY=… OPENAI_API_KEY=… node examples/recipes/llamaindex.ts
 */
import { FunctionTool } from '@llamaindex/core/tools'
import { openai } from '@llamaindex/openai'
import { agent } from '@llamaindex/workflow'
import { Plugboard } from 'plugboard'

const session = await new Plugboard().createSession('ada')
const tools = (await session.tools()).map((tool) =>
  FunctionTool.from(
    async (toolArguments: object) => (await tool.show(await tool.execute(toolArguments))).text,
    { name: tool.name, description: tool.description, parameters: tool.inputSchema as never },
  ),
)
const llm = openai({ model: 'gpt-4o-mini' })

const { data } = await agent({ tools, llm }).run(
  'Create an issue: The door of the office is broken',
)
console.log(data.result)
