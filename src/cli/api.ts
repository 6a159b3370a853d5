import { Command } from 'commander'
import { collect } from './collect.ts'
import { orgKeyOption } from './org-key-option.ts'
import { connectToService, withConnection, type ConnectionOptions } from './service-connection.ts'

type ApiOptions = ConnectionOptions & {
  file?: string
  json?: string
  param?: string[]
  query?: string[]
}

/** `plugboard api`: calls any operation of the interface, as the contract declares it. */
export const api = (): Command =>
  withConnection(
    new Command('api')
      .summary('Call any operation of the REST API')
      .argument('[operation]', 'such as sessions.create; omit it to list all operations')
      .description('Call any operation of the REST API and print its response as JSON')
      .option('--json <body>', 'request body as a JSON object; - reads it from standard input')
      .option('--file <path>', 'file to send, if the request body is a file')
      .option('--param <name=value>', 'path parameter; may be repeated', collect)
      .option(
        '--query <name=value>',
        'query parameter; may be repeated, also with the same name',
        collect,
      ),
  )
    .addOption(orgKeyOption())
    .action(async (name: string | undefined, options: ApiOptions) => {
      const { findOperation, listOperations } = await import('./api/find-operation.ts')
      if (name === undefined) {
        const { toTable } = await import('./to-table.ts')
        return console.log(
          toTable(
            listOperations().map((operation) => [
              operation.name,
              operation.endpoint.method,
              operation.endpoint.path,
              operation.endpoint.summary,
            ]),
          ),
        )
      }
      const operation = findOperation(name)
      const input = await readInput(options)
      const client = await connectToService(options, operation.endpoint.auth)
      const { callOperation } = await import('./api/call-operation.ts')
      await print(await callOperation(client, operation.name, input))
    })

const readInput = async ({ file, json, param, query }: ApiOptions) => {
  const [{ parsePairs }, { readJsonObject }, { openFile }] = await Promise.all([
    import('./api/parse-pairs.ts'),
    import('./read-json-object.ts'),
    import('./open-file.ts'),
  ])
  return {
    params: parsePairs('--param', param),
    query: parsePairs('--query', query),
    ...(json !== undefined && { body: await readJsonObject('--json', json, '{"user_id": "ada"}') }),
    ...(file !== undefined && { content: (await openFile(file)).content }),
  }
}

/** Prints one line per event of a stream, as they arrive. */
const print = async (answer: unknown): Promise<void> => {
  if (!isStream(answer)) return console.log(JSON.stringify(answer ?? null, null, 2))
  for await (const event of answer) console.log(JSON.stringify(event))
}

const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
