import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import { credentialOf } from '../../support/fake-provider/credential.ts'
import { valueFor } from '../../support/fake-provider/values.ts'
import type { TestService } from '../../support/start-service.ts'

/** Connects an account, with a token in the place of a consent. */
export const connectForMock = async (
  { client }: TestService,
  recipe: Recipe,
  index: number,
): Promise<void> => {
  const { slug, auth } = recipe
  const way = auth[index]
  const scheme = way?.scheme ?? 'NO_AUTH'
  const isOAuth = scheme === 'OAUTH2' || scheme === 'S2S_OAUTH2'
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug },
      auth_config: {
        authScheme: scheme,
        ...(isOAuth && {
          credentials: { client_id: 'client', client_secret: 'secret-0123456789' },
        }),
      },
    },
  })
  const values = Object.fromEntries(
    (way?.fields ?? []).map((field) => [field.name, ids[field.name] ?? valueFor(field)]),
  )
  const own = isOAuth
    ? { status: 'ACTIVE', access_token: 'token-0123456789' }
    : credentialOf(recipe, way, values).values
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: { user_id: 'ada', state: { authScheme: scheme, val: { ...values, ...own } } },
    },
  })
}

/** Values whose form a description demands, and which a recipe need not. */
const ids: Record<string, string> = {
  account_sid: `AC${'0'.repeat(32)}`,
  email: 'ada@example.com',
  user_id: '2244994945',
}
