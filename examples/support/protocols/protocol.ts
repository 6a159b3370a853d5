import type { Conversation, Turn } from '../next-turn.ts'

/** Call id -> tool: not every API repeats the name with the result. */
export type Names = ReadonlyMap<string, string>

export type Parameters = Conversation['tools'][number]['parameters']

/** How an API of a model spells a conversation and the model's next turn. */
export type Protocol<Request> = {
  read: (request: Request, names: Names) => Conversation
  /** Every turn has an id of its own. */
  write: (turn: Turn, id: string, request: Request) => object
}
