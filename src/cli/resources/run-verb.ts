import { Option } from 'commander'
import type { Client } from '../../client/index.ts'
import { callOperation } from '../api/call-operation.ts'
import { printList } from '../print-list.ts'
import { connectToService, type ConnectionOptions } from '../service-connection.ts'
import { toTyped } from '../to-typed.ts'
import { readEntries } from './read-entries.ts'
import type { Request, Verb } from './resource.ts'

export type VerbOptions = ConnectionOptions & {
  json: boolean
  limit: number
  follow?: boolean
  yes?: boolean
}

/** Runs a command of a resource: sends its request, and prints the answer as it declares. */
export const runVerb = async (
  verb: Verb,
  values: readonly unknown[],
  options: VerbOptions,
): Promise<void> => {
  const request = await toRequest(verb, values, { ...options })
  if (verb.question) {
    const { confirmLoss } = await import('../confirm-loss.ts')
    await confirmLoss(verb.question(request), options.yes)
  }
  const client = await connectToService(options, verb.auth)
  if (verb.columns) return runList(client, verb, request, options)
  const answer = await callVerb(client, verb, request)
  if (options.json) return console.log(JSON.stringify(answer ?? null, null, 2))
  if (verb.outcome) return console.log(toTyped(verb.outcome(answer as never, request), process.env))
  const { toRecordText } = await import('./to-record-text.ts')
  console.log(toRecordText(answer, verb.omits))
}

const runList = async (
  client: Client,
  verb: Verb,
  request: Request,
  { limit, json, follow: isFollowing }: VerbOptions,
): Promise<void> => {
  const read = (wanted: number) =>
    readEntries(
      (query) => callVerb(client, verb, { ...request, query: { ...request.query, ...query } }),
      wanted,
    )
  const columns = verb.columns as NonNullable<Verb['columns']> & Parameters<typeof printList>[1]
  if (!isFollowing)
    return printList(await read(limit), columns, { json, nothing: verb.empty ?? '' })
  const { follow } = await import('./follow.ts')
  await follow(read, columns, { json, limit })
}

const callVerb = (client: Client, verb: Verb, request: Request): Promise<unknown> =>
  verb.call ? verb.call(client, request) : callOperation(client, verb.operation, request)

const toRequest = async (
  verb: Verb,
  values: readonly unknown[],
  options: Record<string, unknown>,
): Promise<Request> => {
  const request: Request = { params: {}, query: {}, body: {} }
  const put = (place: string, value: unknown): void => {
    const [part, field] = place.split('.') as [keyof Request, string]
    if (value !== undefined) request[part][field] = value
  }
  for (const [place, value] of Object.entries(verb.fixed ?? {})) put(place, value)
  for (const [index, place] of Object.values(verb.arguments ?? {}).entries())
    put(place, values[index])
  for (const { flags, to, kind } of verb.options ?? []) {
    const option = new Option(flags)
    const value = options[option.attributeName()]
    put(to, kind === 'json' && value !== undefined ? await readJson(option, value) : value)
  }
  return request
}

const readJson = async ({ long }: Option, value: unknown): Promise<unknown> => {
  const { readJsonObject } = await import('../read-json-object.ts')
  return readJsonObject(String(long), String(value), '{"name": "value"}')
}
