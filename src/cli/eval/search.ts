import { readFile } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import { CliError } from '../cli-error.ts'
import { withSession, type SessionChoice } from '../search/with-session.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'
import { toTable } from '../to-table.ts'
import { parseCount } from './parse-count.ts'

type SearchOptions = ConnectionOptions &
  SessionChoice & { first: number; least?: number; json: boolean }

/** `plugboard eval search` */
export const evaluateSearches = (): Command =>
  withConnection(
    new Command('search')
      .argument('<file>', 'YAML or JSON: a list of {query, expected: [slugs]}')
      .description('Measure how well searches find the expected tools: recall, MRR and nDCG')
      .option('--user <id>', 'user of a temporary session', 'plugboard-search')
      .option('--session <id>', 'search in this session instead, with its rules')
      .option('--toolkits <slugs>', 'only these toolkits, comma-separated', (text: string) =>
        text.split(',').map((slug) => slug.trim()),
      )
      .option('--first <number>', 'number of results to consider', parseCount, 5)
      .option('--least <share>', 'exit with 1 if the recall is below this share', parseShare)
      .option('--json', 'print JSON', false),
  ).action(
    async (path: string, { first, least, json, ...options }: SearchOptions, command: Command) => {
      if (options.session !== undefined && options.toolkits)
        command.error('error: --session has its own rules, so omit --toolkits')
      const [cases, client, { evaluateSearch }] = await Promise.all([
        readSearchCases(path),
        connectToService(options),
        import('../../evals/index.ts'),
      ])
      const report = await withSession(client, options, (session) =>
        evaluateSearch(client, { session, cases, k: first }),
      )
      const row = ({ recall, mrr, ndcg }: typeof report.mean, name: string) => [
        recall.toFixed(3),
        mrr.toFixed(3),
        ndcg.toFixed(3),
        name,
      ]
      console.log(
        json
          ? JSON.stringify(report, null, 2)
          : toTable([
              [`recall@${first}`, `MRR@${first}`, `nDCG@${first}`, 'query'],
              ...report.queries.map((query) => row(query, query.query)),
              row(report.mean, 'all'),
            ]),
      )
      if (least !== undefined && report.mean.recall < least) process.exitCode = 1
    },
  )

const readSearchCases = async (path: string) => {
  const [{ parse }, { z }, { searchCase }, text] = await Promise.all([
    import('yaml'),
    import('zod'),
    import('../../evals/index.ts'),
    readFile(path, 'utf8'),
  ])
  const parsed = z.array(searchCase).min(1).safeParse(parse(text))
  if (parsed.success) return parsed.data
  throw new CliError(
    `${path} is not a list of {query, expected: [slugs]}: ${z.prettifyError(parsed.error)}`,
  )
}

const parseShare = (text: string): number => {
  const share = Number(text)
  if (text.trim() === '' || !(share >= 0 && share <= 1))
    throw new InvalidArgumentError('Must be a number from 0 to 1.')
  return share
}
