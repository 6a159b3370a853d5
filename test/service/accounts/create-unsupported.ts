import type { Config } from '../../../src/service/index.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import type { TestService } from '../../support/start-service.ts'

/**
 * An auth config with a scheme that no code carries out. No request makes one: its scheme was
 * supported when it was made.
 */
export const createUnsupported = async (
  { client }: Pick<TestService, 'client'>,
  database: Config['database'],
  toolkit: string,
): Promise<string> => {
  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug: toolkit } } })
  const beside = (await openServiceDatabase(database)).handle.withTables<{
    auth_configs: { id: string; scheme_definition: string }
  }>()
  const { scheme_definition } = await beside
    .selectFrom('auth_configs')
    .select('scheme_definition')
    .where('id', '=', auth_config.id)
    .executeTakeFirstOrThrow()
  await beside
    .updateTable('auth_configs')
    .set({ scheme_definition: scheme_definition.replace('"API_KEY"', '"SAML"') })
    .where('id', '=', auth_config.id)
    .execute()
  return auth_config.id
}
