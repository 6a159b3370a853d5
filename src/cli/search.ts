import { Command } from 'commander'
import { inSession, type SessionChoice } from './search/in-session.ts'
import { connectToService, withConnection, type ConnectionOptions } from './service-connection.ts'

type SearchOptions = ConnectionOptions &
  SessionChoice & { knownFields?: string; explain: boolean; json: boolean }

/** `plugboard search` */
export const search = (): Command =>
  withConnection(
    new Command('search')
      .argument('<words...>', 'what is to be done, such as "create an issue"')
      .description(
        'Search as an agent does: the tools that a session finds for a use case, those meant and those related',
      )
      .option(
        '--user <id>',
        'whose session, made for this search and deleted again',
        'plugboard-search',
      )
      .option('--session <id>', 'search in this session instead, under its rules')
      .option('--toolkits <slugs>', 'only these toolkits, comma-separated', (text: string) =>
        text.split(',').map((slug) => slug.trim()),
      )
      .option('--known-fields <pairs>', 'key:value hints, comma-separated')
      .option('--explain', 'show which words and fields made each rank', false)
      .option('--json', 'print JSON', false),
  ).action(async (words: string[], options: SearchOptions, command: Command) => {
    if (options.session !== undefined && options.toolkits)
      command.error('error: --session has rules of its own; leave --toolkits out')
    const client = await connectToService(options)
    const answer = await inSession(client, options, (session_id) =>
      client.sessions.search({
        params: { session_id },
        body: {
          queries: [
            {
              use_case: words.join(' '),
              ...(options.knownFields !== undefined && { known_fields: options.knownFields }),
            },
          ],
          explain: options.explain,
        },
      }),
    )
    const [result] = answer.results
    if (options.json) return console.log(JSON.stringify(result, null, 2))
    const { toSearchText } = await import('./search/to-search-text.ts')
    console.log(result ? toSearchText(result, answer.tool_schemas) : '')
  })
