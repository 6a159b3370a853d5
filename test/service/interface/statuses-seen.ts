import { listedStatuses, operations, type Operation } from './operations.ts'
import { misreadByClients } from './published/misread-by-clients.ts'
import { sendOperation, type Input, type Sender, type Sent } from './send-operation.ts'

/** `operation status`, such as `tools.get 404`. */
export type Pair = string

/** Every pair of an operation and a status that it lists. */
export const listedPairs = (): Pair[] =>
  operations.flatMap((operation) =>
    [...new Set(listedStatuses(operation))].map((status) => `${operation.name} ${status}`),
  )

export type Seen = ReturnType<typeof createSeen>

/** Asks, and keeps which operation answered which status. */
export const createSeen = () => {
  const pairs = new Set<Pair>()
  /** The last answer of each operation that was none of those it lists. */
  const unlisted: string[] = []
  /** What existing clients could not read. */
  const misread = new Set<string>()

  const ask = async (
    sender: Sender,
    name: string | Operation,
    input: Partial<Input>,
    headers: Record<string, string> = {},
  ): Promise<Sent> => {
    const operation = typeof name === 'string' ? named(name) : name
    const sent = await sendOperation(
      sender,
      operation,
      { params: {}, query: {}, body: undefined, ...input },
      headers,
    )
    if (listedStatuses(operation).includes(sent.status))
      pairs.add(`${operation.name} ${sent.status}`)
    else
      unlisted.push(
        `${operation.name}: ${sent.request} -> ${sent.status} ${sent.text.slice(0, 300)}`,
      )
    const problem = misreadByClients(operation, sent)
    if (problem !== undefined) misread.add(problem)
    return sent
  }
  return { pairs, unlisted, misread, ask }
}

const named = (name: string): Operation => {
  const operation = operations.find((candidate) => candidate.name === name)
  if (!operation) throw new Error(`No operation ${name}`)
  return operation
}
