import type { Client } from '../../client/index.ts'
import { choosing } from './choosing.ts'
import { collectValues } from './collect-values.ts'
import type { AuthConfig } from './open-auth-config.ts'
import { toConnectedText } from './to-connected-text.ts'

/** The account to connect. */
export type Connection = { toolkit: string; authConfig: AuthConfig; userId: string }

/** Connects an account with credentials from options or from prompts. */
export const connectByValues = async (
  client: Client,
  { toolkit, authConfig, userId }: Connection,
  options: { value?: string[]; json: boolean },
): Promise<void> => {
  const val = await collectValues(authConfig.expected_input_fields, options.value ?? [])
  const { verifies_connections: isAsked } = await client.toolkits.get({ params: { slug: toolkit } })
  const account = await choosing(val, (values) =>
    client.connectedAccounts.create({
      body: {
        auth_config: { id: authConfig.id },
        connection: { user_id: userId, state: { authScheme: authConfig.auth_scheme, val: values } },
        ...(isAsked && { validate_credentials: true }),
      },
    }),
  )
  if (options.json)
    return console.log(
      JSON.stringify({
        id: account.id,
        status: account.status,
        auth_config_id: authConfig.id,
        redirect_url: account.redirect_url,
        identity: account.identity,
        verification: account.verification,
      }),
    )
  console.log(toConnectedText(account, { toolkit, userId, authConfigId: authConfig.id }))
}
