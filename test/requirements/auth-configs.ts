import type { Requirement } from '../requirements.ts'

export const authConfigs = {
  'auth-configs.create': {
    source: 'rule 7.1',
    says: 'POST auth_configs answers 201 {toolkit: {slug}, auth_config: {id, auth_scheme, is_svc_managed}}',
  },
  'auth-configs.managed': {
    source: 'rule 7.2',
    says: "use_svc_managed_auth connects with the OAuth application that the service's configuration has for the toolkit",
  },
  'auth-configs.managed.absent': {
    source: 'rule 7.2',
    says: 'use_svc_managed_auth without an application of the operator is 400 and says what to do',
  },
  'auth-configs.managed.file': {
    source: 'rule 7.2',
    says: 'The operator puts OAuth applications into a file of the configuration; a wrong one stops the start',
  },
  'auth-configs.managed.hosts': {
    source: 'rule 9.11',
    says: "The operator's client secret goes only to the hosts that the operator named, whatever a toolkit or account says",
  },
  'auth-configs.managed.catalogue': {
    source: 'rule 7.2',
    says: "The operator's application is for the toolkit of the catalogue: neither a toolkit of its slug that the project imported, nor a description that the project gives, gets its secret",
  },
  'auth-configs.managed.read-again': {
    source: 'rule 7.2',
    says: 'A running service reads the file of applications again when it changes; while it cannot be used, the applications before it stay',
  },
  'auth-configs.managed.shown': {
    source: 'rule 7.2',
    says: 'is_svc_managed and svc_managed_auth_schemes are true wherever they stand; the application itself is never shown',
  },
  'auth-configs.managed.update': {
    source: 'spec 2.2',
    says: 'An auth config of type default takes scopes, and no credentials or proxy',
  },
  'auth-configs.redirect-uri.reserve': {
    source: 'rule 7.7',
    says: 'A redirect URI is reserved before the auth config exists, for this project alone, and given as redirect_uri on creation or update',
  },
  'auth-configs.redirect-uri.record': {
    source: 'rule 7.3',
    says: 'Records show redirect_uri, and redirect_uri_is_shared where it is the shared path',
  },
  'auth-configs.redirect-uri.one-server': {
    source: 'rule 7.7',
    says: 'A redirect URI belongs to the authorization server that it is first used with (RFC 9700, 4.4.2); with every other one it is 400',
  },
  'auth-configs.redirect-uri.shared': {
    source: 'rule 7.8',
    says: 'Without redirect_uri an auth config uses /oauth/callback, flagged and with a warning; only one authorization server of the whole service may use it',
  },
  'auth-configs.redirect-uri.managed': {
    source: 'rule 7.8',
    says: "The operator's application for a toolkit has one redirect URI, /oauth/callback/app_{toolkit}, in all projects",
  },
  'auth-configs.credentials.usable': {
    source: 'rule 7.10',
    says: 'Credentials that the auth scheme of an auth config has no use for are 422, and name what it takes',
  },
  'auth-configs.check': {
    source: 'rule 7.11',
    says: 'POST auth_configs/{id}/check tells whether the provider knows the application, without a user',
  },
  'cli.toolkits.setup': {
    source: 'product',
    says: 'plugboard toolkits setup shows redirect URI and scopes, has client id and secret checked, and stores them',
  },
  'cli.toolkits.setup.again': {
    source: 'product',
    says: 'plugboard toolkits setup of a toolkit that is set up shows its application, changes it only with values that the provider accepts, and makes another one only with --new',
  },
  'toolkits.diagnose': {
    source: 'rule 9.19',
    says: 'toolkits/{slug}/diagnose repeats the warnings of the import, and adds what the project lacks to use the toolkit',
  },
  'toolkits.diagnose.call': {
    source: 'rule 9.19',
    says: 'With a user it makes at most one call, of an allowed read-only tool without required arguments, with the account of that user',
  },
  'toolkits.diagnose.verification': {
    source: 'rule 9.19',
    says: 'Where the recipe has a request that verifies accounts, this is the call, and its answer says whose account it is',
  },
  'cli.toolkits.setup-managed': {
    source: 'product',
    says: 'plugboard toolkits setup --managed writes the application of a toolkit of the catalogue for all projects of a plugboard dev on this machine, and refuses any other service',
  },
  'cli.toolkits.doctor': {
    source: 'product',
    says: 'plugboard toolkits doctor prints verdict, problems with their fix, and the call; exit 1 when incomplete',
  },
  'auth-configs.record': {
    source: 'rule 7.3',
    says: 'Get, list and update answer the record of rule 7.3',
  },
  'auth-configs.masked': {
    source: 'rule 7.3',
    says: 'Secrets of a record are masked; scopes and what the toolkit calls no secret are not',
  },
  'auth-configs.list': {
    source: 'rule 7.4',
    says: 'The list filters by toolkit_slug, is_svc_managed, search and show_disabled, in pages',
  },
  'auth-configs.update': {
    source: 'spec 4.1',
    says: 'PATCH changes only the supplied fields and answers the record',
  },
  'auth-configs.update.variants': {
    source: 'spec 2.2',
    says: 'The update body is custom or default, told apart by type; another type is 400',
  },
  'auth-configs.update.name': { source: 'spec 2.2', says: 'name is the display name' },
  'auth-configs.update.credentials': {
    source: 'spec 2.2',
    says: 'credentials of the custom variant carry scopes and user_scopes; given fields replace stored ones, null removes one',
  },
  'auth-configs.update.scopes': {
    source: 'spec 2.2',
    says: 'The default variant has scopes of any form',
  },
  'auth-configs.statuses': {
    source: 'spec 7',
    says: 'PATCH and the other operations answer 400 for invalid input, 401 without a key and 404 for an unknown auth config',
  },
  'auth-configs.status': {
    source: 'rule 7.5',
    says: 'PATCH auth_configs/{nanoid}/ENABLED and DISABLED, in any letter case, answer {success: true}; accounts of a disabled one are not used',
  },
  'auth-configs.delete': {
    source: 'rule 7.5',
    says: 'DELETE answers {success: true} and takes its connected accounts along',
  },
  'auth-configs.shared-credentials': {
    source: 'spec 2.2',
    says: 'shared_credentials are inherited by connected accounts of the auth config',
  },
  'auth-configs.proxy-config': {
    source: 'spec 2.2',
    says: 'Requests of accounts under an auth config with proxy_config go through that proxy; null removes it',
  },
  'auth-configs.proxy-config.address': {
    source: 'rule 7.6',
    says: "The proxy's address passes the outbound rules, and the target is resolved and checked here before the proxy sees it",
  },
  'auth-configs.tools-for-creation': {
    source: 'spec 2.2',
    says: 'tools_for_connected_account_creation derives the minimum scopes, for OAuth only; when passed, it updates the scopes',
  },
  'auth-configs.tools-for-execution': {
    source: 'spec 2.2',
    says: 'tools_available_for_execution are the actions that users may perform; when passed, it updates them',
  },
  'auth-configs.restrict-to-following-tools': {
    source: 'spec 2.2',
    says: 'restrict_to_following_tools is superseded by tool_access_config and means tools_available_for_execution',
  },
  'auth-configs.tool-router': {
    source: 'spec 2.2',
    says: 'is_enabled_for_tool_router false keeps the accounts of an auth config out of sessions',
  },
  'auth-configs.deleted-toolkit': {
    source: 'product',
    says: 'The deletion of a toolkit takes the auth configs that were made until then, however late it is carried out',
  },
} satisfies Record<string, Requirement>
