import { Command } from 'commander'
import { collect } from './collect.ts'
import { parseSeconds } from './parse-seconds.ts'
import { connectToService, withConnection, type ConnectionOptions } from './service-connection.ts'

type ConnectOptions = ConnectionOptions & {
  user: string
  value?: string[]
  authConfig?: string
  scheme?: string
  link: boolean
  timeout?: number
  json: boolean
}

/** `plugboard connect` */
export const connect = (): Command =>
  withConnection(
    new Command('connect')
      .summary("Connect a user's account")
      .argument('<toolkit>', 'slug of the toolkit')
      .description("Connect a user's account, so that tools of the toolkit can act on it")
      .requiredOption('--user <id>', 'your id of the user')
      .option(
        '--value <name=value>',
        'a credential, such as generic_api_key=…; may be repeated; name=- reads it from standard input',
        collect,
      )
      .option(
        '--auth-config <id>',
        "auth config (ac_…); default: the toolkit's newest, made if there is none",
      )
      .option(
        '--scheme <scheme>',
        "auth scheme, such as BEARER_TOKEN; default: the toolkit's first",
      )
      .option(
        '--link',
        'make a link for the user, also where the credentials could be given here',
        false,
      )
      .option(
        '--timeout <seconds>',
        'how long to wait for the user of a link; default: until the link expires',
        parseSeconds,
      )
      .option(
        '--json',
        'print JSON: a line with the link, if there is one, and a line with the account',
        false,
      ),
  )
    .addHelpText(
      'after',
      [
        '',
        'Where the user has to agree on pages of the provider (OAuth), a link is printed, and the command waits until it was used.',
        'The connection counts when it is confirmed here, so a link that somebody else opens connects nothing: a browser on this machine',
        'does so with the button on its last page; one on another device shows a code, which is typed in (a line of standard input).',
        'Elsewhere credentials that are not given are asked for on a terminal, so that they need not stand in the history of the shell.',
      ].join('\n'),
    )
    .action(async (toolkit: string, options: ConnectOptions) => {
      const client = await connectToService(options)
      const [{ openAuthConfig }, { isConnectedByLink, connectByLink }] = await Promise.all([
        import('./connect/open-auth-config.ts'),
        import('./connect/connect-by-link.ts'),
      ])
      const { auth_config_details: ways, meta } = await client.toolkits.get({
        params: { slug: toolkit },
      })
      if (ways.every(({ mode }) => mode === 'NO_AUTH'))
        return console.log(
          options.json
            ? JSON.stringify({ id: null, status: null, needs_account: false })
            : `${toolkit} needs no account: calls are sent without credentials. If its API wants some, import it again with --auth or a recipe`,
        )
      const authConfig = await openAuthConfig(client, toolkit, options)
      const connection = { toolkit, authConfig, userId: options.user }
      if (options.link || (isConnectedByLink(authConfig) && !options.value))
        await connectByLink(client, connection, options)
      else {
        const { connectByValues } = await import('./connect/connect-by-values.ts')
        await connectByValues(client, connection, options)
      }
      if (meta.tools_count > 0 || options.json) return
      const { reportFirstList } = await import('./connect/report-first-list.ts')
      await reportFirstList(client, toolkit)
    })
