import { expect, it } from 'vitest'
import { authConfigMigrations } from '../../../src/service/auth-configs/migrations.ts'
import { catalogMigrations } from '../../../src/service/catalog/migrations.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'

type Tables = {
  auth_configs: Record<
    | 'id'
    | 'uuid'
    | 'project_id'
    | 'toolkit_slug'
    | 'name'
    | 'auth_scheme'
    | 'scheme_definition'
    | 'status'
    | 'settings'
    | 'secrets'
    | 'created_at'
    | 'last_updated_at',
    string
  > & { servers?: string }
  toolkit_versions: Record<
    'project_id' | 'slug' | 'version' | 'definition' | 'created_at',
    string
  > & { tools_count: number; stamp: number }
}

describeEachEngine('the servers of auth configs', (open) => {
  it('are, of those that exist, what the toolkit had when they were made', async () => {
    verifies('imports.host-change.accounts')
    const database = await open()
    const earlier = {
      '0020_catalog': catalogMigrations['0020_catalog'],
      '0030_auth_configs': authConfigMigrations['0030_auth_configs'],
    } as typeof authConfigMigrations
    await database.migrate(earlier)
    const db = database.handle.withTables<Tables>()

    const version = (project_id: string, day: number, definition: object) =>
      db
        .insertInto('toolkit_versions')
        .values({
          project_id,
          slug: 'notes',
          version: `2026110${day}_00`,
          definition: JSON.stringify(definition),
          tools_count: 0,
          stamp: day,
          created_at: `2026-11-0${day}T00:00:00.000Z`,
        })
        .execute()
    const authConfig = (project_id: string, day: number) => {
      const time = `2026-11-0${day}T12:00:00.000Z`
      return db
        .insertInto('auth_configs')
        .values({
          id: `${project_id}${day}`,
          uuid: '',
          project_id,
          toolkit_slug: 'notes',
          name: '',
          auth_scheme: 'API_KEY',
          scheme_definition: '{}',
          status: 'ENABLED',
          settings: '{}',
          secrets: '',
          created_at: time,
          last_updated_at: time,
        })
        .execute()
    }
    await version('a', 1, {
      baseUrl: 'https://one.example',
      servers: [{ url: 'https://lists.example' }],
    })
    await version('a', 3, {
      baseUrl: 'https://two.example',
      baseServer: { url: 'https://{host}', variables: { host: { default: 'two.example' } } },
    })
    await version('b', 1, { baseUrl: 'https://other.example' })
    for (const [project, day] of [
      ['a', 1],
      ['a', 2],
      ['a', 4],
      ['b', 4],
    ] as const)
      await authConfig(project, day)

    await database.migrate({
      ...earlier,
      '0180_auth_config_servers': authConfigMigrations['0180_auth_config_servers'],
    } as typeof authConfigMigrations)
    const rows = await db
      .selectFrom('auth_configs')
      .select(['id', 'servers'])
      .orderBy('id')
      .execute()
    const first = [{ url: 'https://one.example' }, { url: 'https://lists.example' }]
    expect(rows.map(({ id, servers }) => [id, JSON.parse(servers ?? '')])).toEqual([
      ['a1', first],
      ['a2', first],
      ['a4', [{ url: 'https://{host}', variables: { host: { default: 'two.example' } } }]],
      ['b4', [{ url: 'https://other.example' }]],
    ])
  })
})
