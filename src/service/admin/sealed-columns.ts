/**
 * The encrypted columns whose texts `check` opens: where the id of the project and of the record is,
 * and the field that the text is encrypted for.
 */
type SealedColumn = {
  table: string
  column: string
  /** Default: `id`. */
  record?: string
  /** Default: the name of the column. */
  field?: string
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'activity', column: 'body' },
  { table: 'auth_configs', column: 'secrets' },
  { table: 'authorization_attempts', column: 'secrets' },
  { table: 'connected_accounts', column: 'values' },
  {
    table: 'connection_choices',
    column: 'secrets',
    record: 'connected_account_id',
    field: 'choice',
  },
  {
    table: 'connection_confirmations',
    column: 'secrets',
    record: 'connected_account_id',
    field: 'granted',
  },
  { table: 'link_sessions', column: 'secrets' },
  { table: 'mcp_servers', column: 'url_secret' },
  { table: 'project_events', column: 'body', record: 'event_id' },
  { table: 'session_approvals', column: 'arguments' },
  { table: 'session_approvals', column: 'link_token' },
  { table: 'session_results', column: 'content' },
  { table: 'tool_executions', column: 'payload' },
  { table: 'trigger_instances', column: 'config' },
  { table: 'trigger_instances', column: 'hook' },
  { table: 'trigger_instances', column: 'state' },
  { table: 'trigger_instances', column: 'trigger_data' },
  { table: 'webhook_deliveries', column: 'body' },
  { table: 'webhook_subscriptions', column: 'secrets' },
]
