import type { Client } from '../../client/index.ts'
import { collectValues } from './collect-values.ts'
import type { AuthConfig } from './open-auth-config.ts'

/** The account to connect. */
export type Connection = { toolkit: string; authConfig: AuthConfig; userId: string }

/** Connects an account with credentials from options or from prompts. */
export const connectByValues = async (
  client: Client,
  { toolkit, authConfig, userId }: Connection,
  options: { value?: string[]; json: boolean },
): Promise<void> => {
  const val = await collectValues(authConfig.expected_input_fields, options.value ?? [])
  const account = await client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfig.id },
      connection: { user_id: userId, state: { authScheme: authConfig.auth_scheme, val } },
    },
  })
  if (options.json)
    return console.log(
      JSON.stringify({
        id: account.id,
        status: account.status,
        auth_config_id: authConfig.id,
        redirect_url: account.redirect_url,
      }),
    )
  console.log(
    `Connected ${toolkit} for ${userId}: ${account.id} (${account.status}), under the auth config ${authConfig.id}`,
  )
}
