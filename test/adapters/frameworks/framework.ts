import type { Session, ToolsOptions } from '../../../src/index.ts'

/** An agent in some framework, in one conversation. */
export type Agent = {
  /** What it answers to the user in the end. */
  say: (words: string, options?: { signal?: AbortSignal }) => Promise<string>
}

/** How an agent is made of a session and a scripted model at an address. */
export type Framework = {
  name: string
  open: (session: Session, baseUrl: string, options?: AgentOptions) => Promise<Agent>
}

type AgentOptions = Pick<ToolsOptions, 'tools' | 'search' | 'profile' | 'select'> & {
  files?: boolean
}
