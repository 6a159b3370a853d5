import type { Requirement } from '../requirements.ts'

export const mcp = {
  'mcp.record': { source: 'spec 2.9', says: 'An MCP server has the fields of 2.9; id is a UUID' },
  'mcp.name': {
    source: 'spec 8',
    says: 'A name has 4 to 30 characters: letters, digits, spaces, hyphens; at create and at update',
  },
  'mcp.allowed-tools': {
    source: 'spec 2.9',
    says: 'allowed_tools holds tool slugs of the toolkits of the server',
  },
  'mcp.url': {
    source: 'spec 2.9',
    says: 'mcp_url is the URL without query parameters, built from the public URL',
  },
  'mcp.url.place': {
    source: 'rule 1.1',
    says: 'A server is reached at /mcp/servers/{id}, outside /api/v3',
  },
  'mcp.icons': {
    source: 'spec 2.9',
    says: 'toolkit_icons maps each toolkit slug to the URL of its icon',
  },
  'mcp.instance-count': {
    source: 'spec 2.9',
    says: 'server_instance_count is the number of active user instances',
  },
  'mcp.get': { source: 'spec 4.6', says: 'GET mcp/{id} answers one server' },
  'mcp.update': {
    source: 'spec 4.6',
    says: 'PATCH mcp/{id} changes only the supplied fields and answers the full updated server',
  },
  'mcp.statuses': { source: 'spec 7', says: 'A malformed id is 400, an unknown server 404' },
  'mcp.deleted': {
    source: 'spec 3',
    says: 'A deleted server is answered as not found, wherever it is named',
  },
  'mcp.delete': { source: 'rule 13.2', says: 'DELETE mcp/{id} answers {id, deleted: true}' },
  'mcp.create': {
    source: 'rule 13.1',
    says: 'POST mcp/servers {name, auth_config_ids, allowed_tools?, no_auth_apps?, managed_auth_via_svc?} holds the toolkits of the auth configs and no_auth_apps',
  },
  'mcp.create.custom': {
    source: 'rule 13.1',
    says: 'POST mcp/servers/custom {name, toolkits, auth_config_ids?, allowed_tools? (or custom_tools), managed_auth_via_svc?}',
  },
  'mcp.create.references': {
    source: 'rule 13.1',
    says: "An unknown toolkit, tool or auth config, or another project's, is refused by name with 400",
  },
  'mcp.list': {
    source: 'rule 13.2',
    says: 'GET mcp/servers filters by name, toolkits, auth_config_ids, and orders by order_by and order_direction',
  },
  'mcp.list.pages': { source: 'rule 13.2', says: 'GET mcp/servers pages with page_no and limit' },
  'mcp.list.app': {
    source: 'rule 13.2',
    says: 'GET mcp/app/{appKey} paginates the servers that hold that toolkit',
  },
  'mcp.routes': {
    source: 'spec 4.6',
    says: 'mcp/servers and mcp/app/{appKey} are not taken for mcp/{id}',
  },
  'mcp.commands': {
    source: 'rule 13.4',
    says: 'commands: client_1 a Cursor entry, client_2 a Claude Code line, client_3 a Windsurf entry, each a command line that works when pasted, shell-quoted',
  },
  'mcp.commands.key': {
    source: 'rule 13.4',
    says: 'Command lines take the key from an environment variable; it is never in the URL',
  },
  'mcp.generate': {
    source: 'spec 4.6',
    says: 'POST mcp/servers/generate answers mcp_url without query parameters, one URL per user id and one per connected account id',
  },
  'mcp.generate.unknown': {
    source: 'spec 7',
    says: 'An unknown server is 404, and so is a connected account that the project or the toolkits of the server do not have',
  },
  'mcp.generate.managed': {
    source: 'spec 4.6',
    says: 'managed_auth_by_svc holds for the URLs that are built',
  },
  'mcp.generate.signed': {
    source: 'rule 13.6',
    says: 'With require_mcp_api_key false, servers/generate makes signed URLs; a bare user_id opens nothing',
  },
  'mcp.generate.unsigned': {
    source: 'rule 13.6',
    says: 'With require_mcp_api_key true, URLs carry no signature, and none opens anything',
  },
  'mcp.generate.expiry': {
    source: 'rule 13.6',
    says: 'expires_in_seconds ends signed URLs, whose signature covers the time; by default they do not expire. An expired one is 401 and says when it expired',
  },
  'mcp.rotate-urls': {
    source: 'rule 13.9',
    says: 'POST …/rotate_urls invalidates the signed URLs of a server, or of one user and the accounts of the user; deleting an instance does so for its user',
  },
  'mcp.instances.key.expiry': {
    source: 'rule 13.10',
    says: 'The key of an instance expires after mcp_key_expiry_in_seconds of the project (30 days) or expires_in_seconds, from when it was made or rotated; the 401 says how to get another',
  },
  'mcp.instances.list': {
    source: 'rule 13.3',
    says: 'GET …/instances answers {instances:[{id, instance_id, mcp_server_id, created_at, updated_at}], server_id, server_name, total_pages, current_page}',
  },
  'mcp.instances.create': {
    source: 'rule 13.3',
    says: 'POST …/instances {user_id} makes one instance per user and server',
  },
  'mcp.instances.key': {
    source: 'rule 13.3',
    says: 'Creating an instance answers its pbm_ key once; only a hash and a hint are stored',
  },
  'mcp.instances.key.bound': {
    source: 'rule 13.5',
    says: 'A pbm_ key is bound to one MCP server and one user, and ends with the instance, the server and the project',
  },
  'mcp.instances.delete': {
    source: 'spec 4.6',
    says: 'DELETE …/instances/{instanceId} also removes the associated connected accounts',
  },
  'mcp.instances.delete.answer': {
    source: 'rule 13.3',
    says: 'Deleting an instance answers {message, deleted_connected_accounts}',
  },
  'mcp.owners': {
    source: 'spec 2.9',
    says: 'A deleted auth config or toolkit leaves every server that held it, with its allowed tools; a server with nothing left to offer is deleted',
  },
} satisfies Record<string, Requirement>
