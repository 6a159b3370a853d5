import type { Requirement } from '../requirements.ts'

export const sessions = {
  // Creation and configuration
  'sessions.create.answer': {
    source: 'spec 2.10',
    says: 'The answer has session_id, mcp {type: http, url}, tool_router_tools, config and experimental; session ids start with trs_',
  },
  'sessions.create.user': { source: 'spec 4.7', says: 'user_id is required and owns the session' },
  'sessions.create.mcp-url': { source: 'rule 5.1', says: 'mcp.url is stable for the session' },
  'sessions.create.minimum': {
    source: 'rule 5.1',
    says: 'Clients send at least {user_id, manage_connections: {enable: true}}',
  },
  'sessions.get': {
    source: 'rule 5.1',
    says: 'GET tool_router/session/{id} answers as create, without experimental',
  },
  'sessions.delete': {
    source: 'rule 5.1',
    says: 'DELETE answers {deleted, session_id}; the session and what it stored are gone',
  },
  'sessions.update': {
    source: 'rule 5.5',
    says: 'PATCH tool_router/session/{id} takes the body of creation without user_id, changes what is supplied and answers as create',
  },
  'sessions.update.version': {
    source: 'rule 5.6',
    says: 'config_version is answered with the session and grows with each change',
  },
  'sessions.update.if-version': {
    source: 'rule 5.6',
    says: 'With if_config_version a change is 409 unless the session has that version',
  },
  'sessions.update.settings': {
    source: 'rule 5.5',
    says: 'A supplied rule, map or list replaces the one before; of manage_connections, workbench, approvals and multi_account only the supplied fields change',
  },
  'sessions.update.null': {
    source: 'rule 5.5',
    says: 'null takes a setting back: the session is as if it had never been given',
  },
  'sessions.update.custom-tools': {
    source: 'rule 5.5',
    says: 'A supplied list of custom tools or toolkits replaces the one before',
  },
  'sessions.update.references': {
    source: 'rule 5.5',
    says: 'What creation refuses is refused; toolkits that came after the session are unknown to it',
  },
  'sessions.update.in-force': {
    source: 'rule 5.5',
    says: 'The new configuration holds for the next call at every door, on other nodes within a second',
  },
  'sessions.update.races': {
    source: 'rule 5.6',
    says: 'Changes at the same time, on several nodes, lose nothing of each other',
  },
  'sessions.update.mcp': {
    source: 'rule 5.5',
    says: 'Clients of the Model Context Protocol that listen hear that the list of tools has changed, at any node',
  },
  'sessions.references': {
    source: 'rule 5.4',
    says: 'Unknown toolkits, tools, auth configs and accounts in the body of creation are 400, since creation lists no 404',
  },
  'sessions.strict': {
    source: 'rule 1.5',
    says: 'A misspelt key inside toolkits, tools, tags, manage_connections or approvals is 400',
  },
  'sessions.spelling': {
    source: 'rule 1.6',
    says: 'Requests may say enable or enabled, disable or disabled; answers say enabled and disabled',
  },
  'sessions.toolkits.lists': {
    source: 'spec 4.7',
    says: 'toolkits is an enable list or a disable list; both together are refused',
  },
  'sessions.toolkits.forms': {
    source: 'rule 5.2',
    says: 'toolkits is a list, {enable} or {disable}',
  },
  'sessions.tools.forms': {
    source: 'rule 5.2',
    says: 'tools per toolkit is a list, {enable}, {disable} or {tags}',
  },
  'sessions.tags.forms': {
    source: 'rule 5.2',
    says: 'tags is a list or {enabled, disabled} of readOnlyHint, destructiveHint, idempotentHint and openWorldHint',
  },
  'sessions.tags.meaning': {
    source: 'spec 4.7',
    says: 'A list of tags means enabled; a tool must have at least one enabled tag and no disabled one',
  },
  'sessions.tags.precedence': {
    source: 'spec 4.7',
    says: "A toolkit's own tags override the global ones; its enabled and disabled lists take precedence over tags",
  },
  'sessions.auth-configs': {
    source: 'spec 4.7',
    says: 'auth_configs overrides the default auth config of a toolkit',
  },
  'sessions.connected-accounts': {
    source: 'spec 4.7',
    says: 'connected_accounts overrides the default connected account of a toolkit',
  },
  'sessions.connected-accounts.forms': {
    source: 'rule 5.3',
    says: 'connected_accounts per toolkit is one id, answered as one, or a list, answered as a list',
  },
  'sessions.manage-connections.enable': {
    source: 'spec 4.7',
    says: 'When manage_connections.enable is true a tool starts connections; when false the caller manages them',
  },
  'sessions.manage-connections.boolean': {
    source: 'rule 5.3',
    says: 'manage_connections may be a boolean',
  },
  'sessions.manage-connections.wait': {
    source: 'spec 4.7',
    says: 'enable_wait_for_connections, false by default, enables SVC_WAIT_FOR_CONNECTIONS',
  },
  'sessions.manage-connections.callback': {
    source: 'rule 8.6',
    says: 'callback_url is absolute http or https without userinfo',
  },
  'sessions.workbench.default-threshold': {
    source: 'spec 2.10',
    says: 'workbench.auto_offload_threshold is a number of characters, 20k by default',
  },
  'sessions.workbench.disabled': {
    source: 'spec 2.10',
    says: 'With workbench.enable false SVC_REMOTE_WORKBENCH and SVC_REMOTE_BASH_TOOL are not exposed',
  },
  'sessions.workbench.answer': {
    source: 'rule 1.6',
    says: 'workbench answers enable and proxy_execution_enabled',
  },
  'sessions.versions': {
    source: 'rule 5.7',
    says: 'A session keeps the versions it was created with',
  },
  'sessions.versions.every-door': {
    source: 'rule 5.7',
    says: 'So at every door, which know nothing of tools and toolkits that came later or were deleted',
  },
  'sessions.limits.every-door': {
    source: 'rule 5.8',
    says: 'The limits of a session hold for search, schemas, execute, multi-execute, link, the toolkit list and the workbench alike',
  },
  'sessions.limits.proxy': {
    source: 'rule 5.8',
    says: 'proxy_execute is refused for a toolkit that the session limits by tool, tag or approval',
  },

  // experimental
  'sessions.experimental.creation-only': {
    source: 'spec 2.10',
    says: 'experimental is answered on creation, not on later retrieval',
  },
  'sessions.experimental.prompt': {
    source: 'spec 4.7',
    says: "assistive_prompt_config.user_timezone makes assistive_prompt name the user's time zone and the time there, which it says to be that of its writing",
  },
  'sessions.experimental.search-time': {
    source: 'spec 4.7',
    says: 'time_info.message of a search says what time it is where the user is, where user_timezone was given',
  },
  'sessions.experimental.timezone': {
    source: 'spec 4.7',
    says: 'user_timezone is an IANA time zone; another text is 400',
  },
  'sessions.custom-toolkits.slug': {
    source: 'spec 4.7',
    says: 'The slug of a custom toolkit has letters, digits, underscores and hyphens, and must not clash with an existing toolkit',
  },
  'sessions.custom-toolkits.no-auth': {
    source: 'spec 4.7',
    says: 'All tools of custom toolkits are no-auth',
  },
  'sessions.custom-toolkits.tools': {
    source: 'rule 5.18',
    says: 'Their tools are sent as {slug, name, description, input_schema, output_schema?} and answered with original_slug and LOCAL_<TOOLKIT>_<TOOL>',
  },
  'sessions.custom-tools.slug': {
    source: 'spec 4.7',
    says: 'The slug of a custom tool has the form LOCAL_<TOOL> or LOCAL_<TOOLKIT>_<TOOL> and at most 60 characters with its prefix',
  },
  'sessions.custom-tools.unique': {
    source: 'rule 5.18',
    says: 'The full slugs of custom tools are unique and clash with no tool of the project',
  },
  'sessions.custom-tools.answer': {
    source: 'spec 2.10',
    says: 'Custom tools are answered with the prefixed slug and original_slug, the slug as supplied',
  },
  'sessions.tool-schemas': {
    source: 'spec 4.7',
    says: 'input_schema and output_schema in tool_schemas and of custom tools have type object and properties, and say all else as their authors did',
  },
  'sessions.custom-tools.output-schema': {
    source: 'spec 4.7',
    says: 'output_schema of a custom tool (our choice: an answer that is no object is the property result of one)',
  },
  'sessions.custom-tools.input-schema': {
    source: 'spec 4.7',
    says: 'input_schema must have type object and a properties field',
  },
  'sessions.custom-tools.extends': {
    source: 'spec 4.7',
    says: 'extends_toolkit is an existing toolkit whose connection the tool inherits; without it the tool is standalone and no-auth',
  },
  'sessions.custom-tools.search': {
    source: 'rule 5.18',
    says: 'Custom tools take part in search, with full schemas',
  },
  'sessions.custom-tools.execution': {
    source: 'rule 5.18',
    says: "Executing a custom tool through the service is refused with an error that says it runs in the caller's process",
  },
  'sessions.custom-tools.inherited': {
    source: 'rule 5.18',
    says: 'The refusal of one that extends a toolkit names the account of the inherited connection, with which its caller sends requests through proxy_execute',
  },
  'sessions.attach': {
    source: 'rule 5.19',
    says: 'POST attach {experimental: {custom_tools, custom_toolkits}} adds custom tools and answers as create',
  },
  'sessions.attach.merge': {
    source: 'rule 5.19',
    says: 'A tool takes the place of the one with its slug; what other processes attached stays, also when they attach at the same time; the answer begins with the attached ones',
  },
  'sessions.attach.bounds': {
    source: 'rule 5.19',
    says: 'All processes together attach at most 1,000 custom tools and 4 Mi characters to a session',
  },

  // Meta tools
  'sessions.meta-tools.list': {
    source: 'spec 4.7',
    says: 'GET tools answers the meta tools of the session with complete schemas',
  },
  'sessions.meta-tools.empty-body': {
    source: 'spec 4.7',
    says: 'GET tools may carry an empty JSON object as body',
  },
  'sessions.meta-tools.in-force': {
    source: 'rule 5.13',
    says: 'tool_router_tools holds the slugs of the meta tools in force; another is refused',
  },
  'sessions.meta-tools.size': {
    source: 'rule 5.13',
    says: 'The whole list of meta tools costs a model less than 3,000 tokens, however many tools there are',
  },
  'sessions.meta-tools.plain-schemas': {
    source: 'rule 5.13',
    says: 'Their schemas hold nothing that model providers warn about, such as propertyNames',
  },
  'sessions.multi-execute': {
    source: 'rule 5.14',
    says: 'SVC_MULTI_EXECUTE_TOOL runs its tools in parallel and answers for each on its own, in order; one failure never hides the others',
  },
  'sessions.get-tool-schemas': {
    source: 'rule 5.13',
    says: 'SVC_GET_TOOL_SCHEMAS {tool_slugs} answers the complete schemas',
  },
  'sessions.manage-connections.tool': {
    source: 'rule 5.15',
    says: 'SVC_MANAGE_CONNECTIONS {toolkits, reinitiate?} answers the status of each, with a link where there is no active account',
  },
  'sessions.manage-connections.bound': {
    source: 'rule 5.15',
    says: 'Where the session names the account, the link is to that account: a new one would not be used',
  },
  'sessions.link.bound': {
    source: 'rule 5.16',
    says: 'Where the session names the accounts of a toolkit, link leads to one of them that waits for its user; where none does it is 422',
  },
  'sessions.link.auth-config': {
    source: 'rule 7.10',
    says: 'Links of sessions and MCP servers are for the newest auth config under which a user can be connected now; 422 says that one lacks its OAuth application only if all of them do',
  },
  'sessions.link.no-auth': {
    source: 'product',
    says: 'link for a toolkit whose calls need no account is 422 and says so',
  },
  'sessions.connections.usable': {
    source: 'rule 5.10',
    says: 'An account that is switched off, or whose auth config is disabled or not for sessions, counts as no connection wherever a session speaks of it',
  },
  'sessions.wait-for-connections': {
    source: 'rule 5.15',
    says: 'SVC_WAIT_FOR_CONNECTIONS {toolkits, timeout_seconds?} answers when all are connected or the time is over, 1 to 300 seconds',
  },

  // Search
  'sessions.search.queries': {
    source: 'spec 4.7',
    says: 'queries has 1 to 7 entries {use_case, known_fields?}',
  },
  'sessions.search.model': {
    source: 'spec 4.7',
    says: 'model is an optional hint, ignored when invalid',
  },
  'sessions.search.partial-failure': {
    source: 'spec 7',
    says: 'When a query fails, success is false and error says how many failed and why, inside a 200',
  },
  'sessions.search.order': {
    source: 'spec 4.7',
    says: 'results are in request order, with index from 1 and the use_case',
  },
  'sessions.search.slugs': {
    source: 'spec 4.7',
    says: 'Each result has primary_tool_slugs, related_tool_slugs and toolkits',
  },
  'sessions.search.plan-fields': {
    source: 'spec 4.7',
    says: 'Plan fields are there only when a plan is stored',
  },
  'sessions.search.connections': {
    source: 'spec 4.7',
    says: 'toolkit_connection_statuses says per toolkit whether there is an active connection, with connection_details only then',
  },
  'sessions.search.schemas': {
    source: 'spec 4.7',
    says: 'tool_schemas is keyed by slug; input_schema is there only when hasFullSchema is true, else schemaRef names SVC_GET_TOOL_SCHEMAS with its arguments',
  },
  'sessions.search.time-info': {
    source: 'spec 4.7',
    says: 'time_info has current_time_utc, current_time_utc_epoch_seconds and message',
  },
  'sessions.search.session': {
    source: 'spec 4.7',
    says: 'session has id, generate_id and instructions',
  },
  'sessions.search.next-steps': {
    source: 'spec 4.7',
    says: 'next_steps_guidance says what to do next',
  },

  // Toolkits of a session
  'sessions.toolkits.items': {
    source: 'spec 4.7',
    says: 'GET toolkits is paginated; items have name, slug, enabled, is_no_auth, svc_managed_auth_schemes, meta {logo, description} and connected_account',
  },
  'sessions.toolkits.limit': { source: 'spec 8', says: 'limit is at most 1000' },
  'sessions.toolkits.override': {
    source: 'spec 4.7',
    says: 'toolkits in the query, comma-separated, overrides the configuration of the session',
  },
  'sessions.toolkits.connected': {
    source: 'spec 4.7',
    says: 'is_connected answers only connected toolkits',
  },
  'sessions.toolkits.search': {
    source: 'spec 4.7',
    says: 'search looks at name, slug and description',
  },
  'sessions.toolkits.account': {
    source: 'rule 5.17',
    says: 'connected_account is null or {id, user_id, status, created_at, auth_config: {id, auth_scheme, is_svc_managed}}',
  },

  // Execution
  'sessions.execute': {
    source: 'rule 5.11',
    says: 'execute {tool_slug, arguments, account?} takes a tool or a meta tool and answers {data, error, log_id}; error is null exactly on success',
  },
  'sessions.execute-meta': {
    source: 'rule 5.11',
    says: 'execute_meta {slug, arguments} takes a meta tool only',
  },
  'sessions.execute.upstream-failure': {
    source: 'rule 5.12',
    says: 'A failed third-party call is a 200 with error set and the upstream status and body in data',
  },
  'sessions.execute.bad-arguments': {
    source: 'rule 5.12',
    says: 'Bad arguments are a 200 with error set, with the issues and their paths',
  },
  'sessions.execute.unknown-tool': { source: 'rule 5.12', says: 'An unknown tool is 404' },
  'sessions.execute.no-connection': {
    source: 'rule 5.12',
    says: 'Without a connection error names the toolkit and the link to connect it',
  },
  'sessions.account.choice': {
    source: 'rule 5.9',
    says: "A call uses its own account, else the session's connected_accounts, else the user's newest ACTIVE account under the session's auth config",
  },
  'sessions.account.logged': { source: 'rule 5.9', says: 'The log entry names the account' },
  'sessions.account.own': { source: 'rule 5.9', says: 'Never an account of another user' },
  'sessions.account.explicit': {
    source: 'rule 5.9',
    says: 'With multi_account {require_explicit_selection: true} several candidates are refused by name',
  },

  // Large results
  'sessions.results.select': {
    source: 'rule 5.20',
    says: 'A stored result is read on by select; what nothing was selected from is stored where the tool does not only read, and answers.offload switches storing off',
  },
  'sessions.results.deleted-session': {
    source: 'rule 5.1',
    says: 'A result of a call that ends after its session was deleted is not stored, and answered whole',
  },
  'sessions.results.offload': {
    source: 'rule 5.20',
    says: 'A result over auto_offload_threshold is stored and answered with preview, size, shape and a handle, by execute and multi-execute',
  },
  'sessions.tools.etag': {
    source: 'rule 5.25',
    says: 'The tools of a session have a strong ETag, named by the session, that changes with user, configuration, custom tools, toolkits and hints; If-None-Match is 304 only for who may read them',
  },
  'sessions.tools.named': {
    source: 'rule 5.25',
    says: 'Meta tools and complete definitions of named tools come from GET …/tools, and with the session that is created, read or attached to',
  },
  'sessions.search.definitions': {
    source: 'rule 5.26',
    says: 'With definitions, a search answers the complete definitions of what it found, apart from what models see',
  },
  'sessions.results.custom': {
    source: 'rule 5.24',
    says: 'The result of a custom tool gets addresses for its files and a preview where it is large, within bounds; files count towards the uploads of the project',
  },
  'sessions.results.switch': {
    source: 'rule 5.20',
    says: 'enable_auto_workbench_offload false answers the whole result',
  },
  'sessions.results.read': {
    source: 'rule 5.20',
    says: 'SVC_READ_RESULT {handle, path?, offset?, limit?} reads parts of it',
  },
  'sessions.results.rest': {
    source: 'rule 5.20',
    says: 'GET results/{handle} reads the same, in pages',
  },
  'sessions.results.bound': {
    source: 'rule 5.20',
    says: 'A handle is of no use in another session or project',
  },
  'sessions.results.encrypted': {
    source: 'rule 5.20',
    says: 'Stored results are encrypted, kept as long as logs, and not stored at all under dont_store_data',
  },

  // Approvals
  'sessions.list': {
    source: 'rule 5.27',
    says: 'GET tool_router/session lists the sessions of a project, newest first, by users, in pages',
  },
  'sessions.approvals.config': {
    source: 'rule 6.1',
    says: 'approvals {tags?, tools?} in the configuration names the calls that a person confirms',
  },
  'sessions.approvals.pending': {
    source: 'rule 6.2',
    says: 'Such a call answers pending_approval with approval_id, tool_slug and expires_at, and sends nothing; so in multi-execute',
  },
  'sessions.approvals.list': {
    source: 'rule 6.3',
    says: 'GET approvals lists them, by status, in pages',
  },
  'sessions.approvals.decide': {
    source: 'rule 6.3',
    says: 'POST approvals/{approval_id} grants or denies, with a key; no meta tool does',
  },
  'sessions.approvals.once': {
    source: 'rule 6.4',
    says: 'An approved call runs once, however many equal calls are made at a time',
  },
  'sessions.approvals.bound': {
    source: 'rule 6.4',
    says: 'It holds for the same session, user, tool, version, account and arguments only',
  },
  'sessions.approvals.change': {
    source: 'rule 6.5',
    says: 'What was excluded, disabled or removed after the approval is refused when the call is made, and the approval is not used up',
  },
  'sessions.approvals.expiry': { source: 'rule 6.4', says: 'It ends after 15 minutes' },
  'sessions.approvals.denied': {
    source: 'rule 6.4',
    says: 'A denied call is refused, and not asked about again meanwhile',
  },
  'sessions.approvals.restart': { source: 'rule 6.4', says: 'It survives a restart' },
  'sessions.approvals.links': {
    source: 'rule 6.6',
    says: 'A pending approval has approval_url, the unguessable address of its page; not where approvals.offer_links is false, nor where the project stores no data',
  },
  'sessions.approvals.links.kept': {
    source: 'rule 6.6',
    says: 'The address is in no result of execute, no log and no log entry; only its hash, and itself encrypted, are stored',
  },
  'sessions.approvals.proof': {
    source: 'rule 6.7',
    says: 'A model gets the address of no page that decides without proof, unless the session says offer_links: true: by default it gets none, and where the project delivers codes or signs its users in, one that asks for that',
  },
  'sessions.approvals.code': {
    source: 'rule 6.8',
    says: 'A code comes with the event svc.approval.requested, for one approval; after five attempts the page takes none',
  },
  'sessions.approvals.ticket': {
    source: 'rule 6.9',
    says: 'A key of the project makes a ticket for the signed-in user of the session, with which a browser decides on one approval, until it expires',
  },
  'sessions.approvals.events': {
    source: 'rule 6.10',
    says: 'That an approval was requested, approved, denied, used or expired are events, each once, none with the arguments',
  },
  'sessions.approvals.shown': {
    source: 'rule 6.1',
    says: 'Schemas say approval required or never',
  },
  'sessions.mcp-keys': {
    source: 'rule 5.23',
    says: 'POST mcp_keys answers a pbm_ key of the session once, which ends with it or when expires_in_seconds are over (default: mcp_key_expiry_in_seconds of the project, 30 days; 0: none); DELETE mcp_keys/{key_id} revokes it; only a hash and a hint are stored',
  },
  'sessions.mcp-keys.list': {
    source: 'rule 5.23',
    says: 'GET mcp_keys lists the keys of a session that open something, the newest first and in pages: id, name, hint and times, never the key',
  },
  'sessions.idle': {
    source: 'product',
    says: 'A session that is unused for 30 days, or as it or the operator says, ends: it is not found; each use moves the end ahead, with at most a write a day',
  },
  'sessions.longest': {
    source: 'product',
    says: 'No session lives for longer than PLUGBOARD_SESSION_MAX_DAYS, whatever it asks for',
  },
  'sessions.deleted-when-ended': {
    source: 'product',
    says: 'A session that has ended is deleted with its results, files, keys and approvals; one that was created without an end gets one',
  },
} satisfies Record<string, Requirement>
