import type { CreateTool } from '../../../../adapters/mastra/index.ts'

/** What the runner uses of Mastra. Declared here so that its package is not required. */
export type MastraClasses = {
  /** `Agent` from `@mastra/core/agent`. */
  Agent: new (config: {
    id: string
    name: string
    instructions: string
    model: never
    tools: never
  }) => {
    generate(messages: never, options: never): Promise<unknown>
    stream(messages: never, options: never): Promise<{ getFullOutput(): Promise<unknown> }>
  }
  /** `createTool` from `@mastra/core/tools`. */
  createTool: CreateTool<unknown>
}
