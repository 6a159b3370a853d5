import { Command } from 'commander'
import { collect } from '../collect.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type ConnectOptions = ConnectionOptions & { user: string; value?: string[]; authConfig?: string; json: boolean }

/** `plugboard accounts connect` */
export const connectAccount = (): Command =>
  withConnection(
    new Command('connect')
      .argument('<toolkit>', 'slug of the toolkit')
      .description('Connect a user\'s account, so that tools of the toolkit can act on it')
      .requiredOption('--user <id>', 'your own id of the user')
      .option('--value <name=value>', 'a credential, such as generic_api_key=…; may be repeated; name=- reads it from standard input', collect)
      .option('--auth-config <id>', 'auth config (ac_…); default: the toolkit\'s newest, made if there is none')
      .option('--json', 'print JSON', false),
  )
    .addHelpText('after', '\nOn a terminal, credentials that are not given are asked for, so that they need not stand in the history of the shell.')
    .action(async (toolkit: string, options: ConnectOptions) => {
      const client = await connectToService(options)
      const [{ openAuthConfig }, { collectValues }] = await Promise.all([import('./open-auth-config.ts'), import('./collect-values.ts')])
      const authConfig = await openAuthConfig(client, toolkit, options.authConfig)
      const val = await collectValues(authConfig.expected_input_fields, options.value ?? [])
      const account = await client.connectedAccounts.create({
        body: { auth_config: { id: authConfig.id }, connection: { user_id: options.user, state: { authScheme: authConfig.auth_scheme, val } } },
      })
      if (options.json) return console.log(JSON.stringify({ id: account.id, status: account.status, auth_config_id: authConfig.id, redirect_url: account.redirect_url }))
      console.log(`Connected ${toolkit} for ${options.user}: ${account.id} (${account.status}), under the auth config ${authConfig.id}`)
      if (account.redirect_url !== null) console.log(`Open this address to finish: ${account.redirect_url}`)
    })
