import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { AIMessage } from '@langchain/core/messages'
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { langchainTools } from '../../../adapters/langchain/index.ts'
import type { Session } from '../../../src/index.ts'

/** Keeps the checkpoints in a file, for the next process. */
class FileSaver extends MemorySaver {
  readonly #file: string

  constructor(file: string) {
    super()
    this.#file = file
    if (existsSync(file)) Object.assign(this, deserialize(readFileSync(file)))
  }

  override async put(...given: Parameters<MemorySaver['put']>) {
    const config = await super.put(...given)
    this.#write()
    return config
  }

  override async putWrites(...given: Parameters<MemorySaver['putWrites']>) {
    await super.putWrites(...given)
    this.#write()
  }

  #write(): void {
    writeFileSync(this.#file, serialize({ storage: this.storage, writes: this.writes }))
  }
}

/**
 * A graph whose model calls STUDIO_PRINT_POSTER once. `afterCall` runs after the side effect, before
 * LangGraph knows of it.
 */
export const createGraph = async (
  session: Session,
  { file, callId, afterCall }: { file: string; callId: string; afterCall: () => void },
) => {
  const tools = new ToolNode(await langchainTools(session, { tools: ['STUDIO_PRINT_POSTER'] }))
  return new StateGraph(MessagesAnnotation)
    .addNode('model', () => ({
      messages: [
        new AIMessage({
          content: '',
          tool_calls: [{ name: 'STUDIO_PRINT_POSTER', args: { title: 'once' }, id: callId }],
        }),
      ],
    }))
    .addNode(
      'tools',
      async (state, config) => {
        const answer: { messages: [] } = await tools.invoke(state, config)
        afterCall()
        return answer
      },
      { retryPolicy: { maxAttempts: 3, initialInterval: 1 } },
    )
    .addEdge(START, 'model')
    .addEdge('model', 'tools')
    .addEdge('tools', END)
    .compile({ checkpointer: new FileSaver(file) })
}
