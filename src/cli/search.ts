import { Command } from 'commander'
import { withSession, type SessionChoice } from './search/with-session.ts'
import { connectToService, withConnection, type ConnectionOptions } from './service-connection.ts'

type SearchOptions = ConnectionOptions &
  SessionChoice & { knownFields?: string; explain: boolean; json: boolean }

/** `plugboard search` */
export const search = (): Command =>
  withConnection(
    new Command('search')
      .summary('Search tools as an agent does')
      .argument('<words...>', 'task, such as "create an issue"')
      .description(
        'Search like an agent: the primary and related tools that a session finds for a use case',
      )
      .option('--user <id>', 'user of a temporary session', 'plugboard-search')
      .option('--session <id>', 'search in this session instead, with its rules')
      .option('--toolkits <slugs>', 'only these toolkits, comma-separated', (text: string) =>
        text.split(',').map((slug) => slug.trim()),
      )
      .option('--known-fields <pairs>', 'key:value hints, comma-separated')
      .option('--explain', 'show which words and fields determined each rank', false)
      .option('--json', 'print JSON', false),
  ).action(async (words: string[], options: SearchOptions, command: Command) => {
    if (options.session !== undefined && options.toolkits)
      command.error('error: --session has its own rules, so omit --toolkits')
    const client = await connectToService(options)
    const { searchWhenIndexed } = await import('./search/search-when-indexed.ts')
    const answer = await withSession(client, options, (session_id) =>
      searchWhenIndexed(() =>
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
      ),
    )
    const [result] = answer.results
    if (options.json)
      return console.log(
        JSON.stringify(
          {
            ...result,
            ...(answer.index && { index: answer.index }),
            ...(answer.enrichment && { enrichment: answer.enrichment }),
          },
          null,
          2,
        ),
      )
    const { toEnrichmentText, toSearchText } = await import('./search/to-search-text.ts')
    console.log(result ? toSearchText(result, answer.tool_schemas) : '')
    if (answer.enrichment) console.log(toEnrichmentText(answer.enrichment))
  })
