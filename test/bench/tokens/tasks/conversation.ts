import type { AgentTool } from '../../../../src/index.ts'

/** What is counted of a conversation. */
export type Usage = { requests: number; input: number; cached: number; output: number }

/** Providers cache prefixes from this length on. */
const minimumPrefix = 1024

/**
 * The requests of a conversation as a provider sees them: tools, then messages. `cached` counts the
 * tokens of each request that the one before it began with, as caches of prompts do.
 */
export class Conversation {
  readonly usage: Usage = { requests: 0, input: 0, cached: 0, output: 0 }
  readonly #count: (text: string) => number
  readonly #messages: string[] = []
  #last = { tools: '', messages: 0 }

  constructor(count: (text: string) => number, task: string) {
    this.#count = count
    this.#messages.push(JSON.stringify({ role: 'user', content: task }))
  }

  /** A request, with what the model answers: calls, or a text. */
  request(tools: readonly AgentTool[], answer: unknown): void {
    const definitions = JSON.stringify(
      tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    )
    const ofTools = this.#count(definitions)
    this.usage.requests += 1
    this.usage.input += ofTools + this.#sum(this.#messages)
    const cached = this.#cachedTokens(definitions, ofTools)
    if (this.usage.requests > 1 && cached >= minimumPrefix) this.usage.cached += cached
    this.#last = { tools: definitions, messages: this.#messages.length }
    const text = JSON.stringify(answer)
    this.usage.output += this.#count(text)
    this.#messages.push(text)
  }

  /** The results of the calls of the last answer. */
  results(texts: readonly string[]): void {
    this.#messages.push(...texts)
  }

  /** Whatever follows a difference is not cached. */
  #cachedTokens(tools: string, ofTools: number): number {
    const before = this.#last.tools
    if (tools === before) return ofTools + this.#sum(this.#messages.slice(0, this.#last.messages))
    let length = 0
    while (length < before.length && before[length] === tools[length]) length += 1
    return this.#count(before.slice(0, length))
  }

  #sum(texts: readonly string[]): number {
    return texts.reduce((sum, text) => sum + this.#count(text), 0)
  }
}
