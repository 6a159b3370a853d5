import { sql } from 'kysely'
import type { Database } from '../../../../src/service/platform/database/index.ts'

/** How many rows each list gets: enough for a plan to matter. */
export const rowsPerList = 20_000

const epoch = 1_795_262_400

/** SQL of the row number `n` on either engine. */
const terms = (engine: Database['engine']) => ({
  time:
    engine === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${epoch} + n, 'unixepoch')`
      : `to_char(to_timestamp(${epoch} + n) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`,
  numbers: (count: number) =>
    engine === 'sqlite'
      ? `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers) as numbers`
      : `generate_series(1, ${count}) as numbers (n)`,
})

/**
 * Fills every table that is listed. A list whose totals are maintained is one large scope. A list that
 * is counted in an index is an eighth of its table, as it shares the table with other scopes.
 */
export const fillLists = async (database: Database, count = rowsPerList): Promise<void> => {
  const { time, numbers } = terms(database.engine)
  const run = (statement: string) => sql.raw(statement).execute(database.handle)
  const insert = (table: string, columns: Record<string, string>, rows = count) =>
    run(
      `insert into ${table} (${Object.keys(columns)
        .map((name) => `"${name}"`)
        .join(', ')}) select ${Object.values(columns).join(', ')} from ${numbers(rows)}`,
    )
  const user = `'user' || (n % 50)`
  const toolkit = `'toolkit' || (n % 7)`
  const authConfig = `'ac_' || (n % 11 + 1)`

  const smallScope = (name: string) => `case when n % 8 = 0 then '${name}' else '${name}_other' end`

  await insert('organizations', { id: `'org'`, name: `'o'`, created_at: `'now'` }, 1)
  await insert('organizations', { id: `'org_other'`, name: `'o'`, created_at: `'now'` }, 1)
  await insert('projects', {
    id: `'pr_' || n`,
    organization_id: smallScope('org'),
    name: `'p' || n`,
    config: `'{}'`,
    data_key: `''`,
    catalog_stamp: '0',
    created_at: time,
    updated_at: time,
  })
  await insert('auth_configs', {
    id: `'ac_' || n`,
    uuid: `'u' || n`,
    project_id: smallScope('pr'),
    toolkit_slug: toolkit,
    name: `'name ' || n`,
    auth_scheme: `'API_KEY'`,
    scheme_definition: `'{}'`,
    status: `case when n % 9 = 0 then 'DISABLED' else 'ENABLED' end`,
    settings: `'{}'`,
    secrets: `''`,
    created_at: time,
    last_updated_at: time,
  })
  await insert('connected_accounts', {
    id: `'ca_' || n`,
    uuid: `'u' || n`,
    project_id: `'pr'`,
    user_id: user,
    toolkit_slug: `'toolkit' || ((n % 11 + 1) % 7)`,
    auth_config_id: authConfig,
    status: `case when n % 3 = 0 then 'EXPIRED' else 'ACTIVE' end`,
    is_disabled: '0',
    values: `'v'`,
    created_at: time,
    updated_at: time,
  })
  await insert('tool_executions', {
    id: `'log_' || n`,
    project_id: `'pr'`,
    tool_slug: `'TOOL' || (n % 30)`,
    toolkit_slug: toolkit,
    user_id: user,
    session_id: `'trs_' || (n % 40)`,
    status: `case when n % 4 = 0 then 'error' else 'success' end`,
    started_at: time,
    duration_ms: '1',
    payload: `'{}'`,
  })
  await insert('trigger_instances', {
    id: `'ti_' || n`,
    uuid: `'u' || n`,
    project_id: `'pr'`,
    trigger_slug: `'TRIGGER' || (n % 6)`,
    toolkit_slug: toolkit,
    version: `'1'`,
    connected_account_id: `'ca_' || (n % 90)`,
    auth_config_id: authConfig,
    user_id: user,
    match_key: `'m' || n`,
    config: `'{}'`,
    disabled_at: `case when n % 5 = 0 then 'then' else null end`,
    created_at: time,
    updated_at: time,
  })
  await insert('webhook_subscriptions', {
    id: `'ws_' || n`,
    project_id: smallScope('pr'),
    webhook_url: `'u'`,
    version: `'V3'`,
    enabled_events: `'[]'`,
    secrets: `''`,
    created_at: time,
    updated_at: time,
  })
  await insert('webhook_deliveries', {
    id: `'wd_' || n`,
    project_id: `'pr'`,
    subscription_id: `'ws_1'`,
    event_id: `'e' || n`,
    event_type: `'t'`,
    status: `case when n % 10 = 0 then 'dead' else 'delivered' end`,
    attempts: `'[]'`,
    created_at: time,
  })
  await insert('mcp_servers', {
    id: `'mcp_' || n`,
    project_id: smallScope('pr'),
    name: `'m' || n`,
    allowed_tools: `'[]'`,
    managed_auth: '0',
    url_secret: `''`,
    revision: '1',
    created_at: time,
    updated_at: time,
  })
  await insert('mcp_server_instances', {
    id: `'i_' || n`,
    project_id: `'pr'`,
    server_id: `'mcp_1'`,
    user_id: `'u' || n`,
    key_hash: `'h' || n`,
    key_hint: `'h'`,
    created_at: time,
    updated_at: time,
  })
  await insert('session_approvals', {
    id: `'apr_' || n`,
    project_id: `'pr'`,
    session_id: `'trs_' || (n % 8)`,
    user_id: user,
    tool_slug: `'TOOL' || (n % 30)`,
    toolkit_slug: `'t'`,
    tool_version: `'1'`,
    digest: `'d'`,
    status: `case when n / 8 % 2 = 0 then 'pending' else 'used' end`,
    created_at: time,
    expires_at: time,
  })
  await insert('sessions', {
    id: `'trs_' || n`,
    project_id: `'pr'`,
    user_id: user,
    config: `'{}'`,
    catalog_stamp: '0',
    created_at: time,
  })
  if (database.engine === 'postgres') await run('vacuum analyze')
}
