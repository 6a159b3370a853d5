import type { Client } from '../../client/index.ts'

/** A request, of which each operation reads what it has. */
type Input = {
  params: object
  query: object
  body?: object
  content?: Blob
}

type Functions = Record<string, Record<string, (input: Input) => Promise<unknown>>>

/** Calls an operation by its name, such as `sessions.create`. */
export const callOperation = async (
  client: Client,
  name: string,
  input: Input,
): Promise<unknown> => {
  const [resource = '', operation = ''] = name.split('.')
  return (client as unknown as Functions)[resource]?.[operation]?.(input)
}
