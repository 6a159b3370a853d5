import type { Requirement } from '../requirements.ts'

export const catalog = {
  // Toolkits
  'catalog.texts': {
    source: 'rule 9.12',
    says: 'Names, descriptions and the texts in schemas of every import are plain: no HTML, no characters that nobody sees, no links to own pages, at most 4,000 characters; values with hidden characters are left out',
  },
  'toolkits.slug': {
    source: 'spec 1',
    says: 'A toolkit is identified by a slug and holds tools and triggers',
  },
  'toolkits.slug-owner': {
    source: 'rule 9.8',
    says: 'The slug of a tool or trigger type belongs to the first toolkit of the project that had it, over all versions and after its deletion; another toolkit gets a different tool slug, the same in every import, and the report says so; every door finds the owner',
  },
  'toolkits.item': {
    source: 'spec 2.5',
    says: 'A list item has slug, name, auth_schemes, svc_managed_auth_schemes, is_local_toolkit, no_auth, auth_guide_url, deprecated.toolkitId and meta with times, description, logo, app_url, categories, counts and version',
  },
  'toolkits.item.local': { source: 'spec 9', says: 'is_local_toolkit is always false' },
  'toolkits.detail': {
    source: 'spec 2.5',
    says: 'The detail has slug, name, enabled, auth_config_details, auth_guide_url, meta with categories {name, slug} and available_versions, and deprecated {toolkitId, rawProxyInfoByAuthSchemes}',
  },
  'toolkits.detail.auth': {
    source: 'spec 2.5',
    says: 'auth_config_details has mode, name and the fields of auth_config_creation and connected_account_initiation, each in required and optional',
  },
  'toolkits.detail.current-user': {
    source: 'spec 2.5',
    says: 'get_current_user_endpoint and get_current_user_endpoint_method say which request tells whose credential it is',
  },
  'toolkits.field-descriptor': {
    source: 'rule 9.2',
    says: 'A field descriptor has name, displayName, description, type, required, default, is_secret and user_visible',
  },
  'toolkits.categories': {
    source: 'rule 9.1',
    says: 'Categories are {id, name} in the list and {slug, name} in the detail; GET toolkits/categories pages through {id, name}',
  },
  'toolkits.multi': {
    source: 'spec 4.4',
    says: 'POST toolkits/multi lists the latest versions of the toolkits of the project: those named, or all',
  },
  'toolkits.multi.category': {
    source: 'spec 4.4',
    says: 'category is the id or the name of a category',
  },
  'toolkits.multi.managed-by': { source: 'spec 4.4', says: 'managed_by is svc, all or project' },
  'toolkits.multi.sort-by': { source: 'spec 4.4', says: 'sort_by is usage or alphabetically' },
  'toolkits.multi.pages': {
    source: 'spec 4.4',
    says: 'limit is a number or null, and cursor goes on; the answer is a paginated list',
  },
  'toolkits.multi.unknown': {
    source: 'spec 4.4',
    says: 'A slug that no toolkit has finds nothing (our choice: it is left out, and no error)',
  },
  'toolkits.list': {
    source: 'rule 9.1',
    says: 'GET toolkits filters by category, managed_by and search, and sorts, in pages',
  },
  'toolkits.get.version': {
    source: 'spec 4.4',
    says: 'GET toolkits/{slug} takes a version; one that the toolkit lacks is 404',
  },
  'toolkits.get.unknown': { source: 'spec 7', says: 'An unknown toolkit is 404' },
  'toolkits.get.malformed': { source: 'spec 7', says: 'A slug that can be none is 400' },

  // Tools
  'tools.record': {
    source: 'spec 2.6',
    says: 'A tool has slug, name, description, toolkit {slug, name, logo}, input_parameters, output_parameters, no_auth, version, available_versions, scopes, tags, is_deprecated and deprecated',
  },
  'tools.parameters': {
    source: 'rule 9.4',
    says: 'input_parameters and output_parameters have type object and properties whatever their authors wrote (our choice: keywords in their 2020-12 form, subschemas as objects, and additionalProperties of the root as a boolean, accepting the same objects as before)',
  },
  'tools.output-parameters.data': {
    source: 'rule 10.2',
    says: 'output_parameters describe data (our choice: a list is its items, another value its value, null an empty object; where an answer may be several of these, each is an alternative)',
  },
  'tools.human-description': {
    source: 'spec 2.6',
    says: 'human_description says in one plain sentence what a tool does',
  },
  'tools.hints.derived': {
    source: 'rule 9.13',
    says: 'Hints of an API description follow from method and name: only a GET or HEAD whose name says nothing but reading is read-only, whatever a name says of a POST; DELETE and names that lose something are destructive',
  },
  'tools.hints.untrusted': {
    source: 'rule 9.13',
    says: 'Every tool of an MCP server counts as destructive and open-world, whatever its annotations say, unless the import says annotations: trusted, which a repeated import of the same origin keeps',
  },
  'tools.hints.set': {
    source: 'rule 9.13',
    says: "POST tools/{tool_slug}/annotations sets hints in the place of the importer's, at once and in all versions; they are kept over re-imports and hold in tools, search, MCP, tag rules and approvals; an empty object removes them",
  },
  'tools.get': {
    source: 'spec 4.2',
    says: 'GET tools/{tool_slug} answers one tool, whatever the letter case of its slug',
  },
  'tools.get.version': {
    source: 'spec 4.2',
    says: 'version selects the version of the tool; one that it lacks is 404',
  },
  'tools.get.toolkit-versions': {
    source: 'spec 9',
    says: 'toolkit_versions is latest, or a version per toolkit in bracket notation',
  },
  'tools.get.unknown': { source: 'spec 7', says: 'An unknown tool is 404' },
  'tools.list': {
    source: 'rule 9.3',
    says: 'GET tools filters by toolkit_slug, tool_slugs, tags, scopes and auth_config_ids, ranks by search, and takes important, in pages',
  },
  'tools.list.limit': {
    source: 'rule 9.3',
    says: 'limit is up to 1000, and up to 9999 when tool_slugs are given; a cursor cannot go beyond that',
  },
  'tools.enum': {
    source: 'rule 9.3',
    says: 'GET tools/enum answers a plain array of the slugs of all tools',
  },
  'tools.execute': {
    source: 'rule 10.1',
    says: 'POST tools/execute/{slug} {arguments, user_id?, connected_account_id?, version?} answers {data, error, successful, log_id}',
  },
  'tools.execute.version': {
    source: 'rule 10.1',
    says: 'version selects the version that is executed',
  },
  'tools.execute.upstream-failure': {
    source: 'rule 10.1',
    says: 'A failed third-party call is a 200 with error set, the upstream status and body in data',
  },
  'tools.execute.bad-arguments': {
    source: 'rule 10.1',
    says: 'Bad arguments are a 200 with error set, the issues and their paths; nothing is sent',
  },
  'tools.execute.unknown': { source: 'rule 10.1', says: 'Executing an unknown tool is 404' },
  'tools.execute.own-account': {
    source: 'rule 5.9',
    says: 'A call never uses an account of another user',
  },
  'tools.execute.custom-connection-data': {
    source: 'rule 10.3',
    says: "custom_connection_data {authScheme, toolkitSlug, val} is used instead of a connected account; toolkitSlug is the tool's toolkit (otherwise 400), and the request goes to the toolkit's own hosts",
  },
  'tools.execute.custom-auth-params': {
    source: 'rule 10.3',
    says: 'custom_auth_params {base_url?, parameters?} places headers and query parameters in the request itself, instead of a connected account',
  },
  'tools.execute.custom-auth-params.base-url': {
    source: 'rule 10.3',
    says: 'base_url is one of the origins of the toolkit, or one that its accounts may choose; another is 400',
  },
  'tools.execute.custom-auth-params.no-injection': {
    source: 'rule 10.4',
    says: 'A parameter can neither break a line nor set what belongs to the connection',
  },
  'tools.execute.one-credential': {
    source: 'rule 10.1',
    says: 'connected_account_id, custom_connection_data and custom_auth_params exclude each other (our choice: 400)',
  },
  'tools.execute.file': {
    source: 'rule 10.7',
    says: 'A binary answer is handed out by an unguessable address below /files',
  },

  // Versions
  'versions.carried': {
    source: 'spec 9',
    says: 'Toolkits, tools and trigger types carry a version; toolkits and tools also available_versions, the newest first',
  },
  'versions.form': {
    source: 'rule 9.5',
    says: 'Versions look like 20261121_00; latest selects the newest',
  },

  // Imports
  'imports.start': {
    source: 'rule 9.6',
    says: 'POST toolkits/import answers 202 with an import id; GET toolkits/imports/{id} answers its state, and then its report',
  },
  'imports.report': {
    source: 'rule 9.6',
    says: 'The report says the tools made, the skipped ones with the reason each, the renamed ones, and the size in tokens',
  },
  'imports.again': {
    source: 'rule 9.6',
    says: 'Importing again gives the same slugs, a new version, and a difference report',
  },
  'imports.stop': {
    source: 'rule 9.6',
    says: 'An import that is under way when its process stops, or when the database goes away, is no failed one: it is done again',
  },
  'imports.kill': {
    source: 'rule 9.6',
    says: 'An import that was accepted is done though its process is killed',
  },
  'imports.kill.limit': {
    source: 'rule 9.6',
    says: 'An import whose process ended four times is failed, and says why',
  },
  'imports.own-project': { source: 'rule 9.9', says: 'An import belongs to one project' },
  'imports.host-change': {
    source: 'rule 9.10',
    says: 'A re-import that changes hosts needs accept_host_change',
  },
  'imports.host-change.auth-endpoints': {
    source: 'rule 9.10',
    says: 'A re-import that changes auth endpoints needs accept_host_change',
  },
  'imports.host-change.accounts': {
    source: 'rule 9.10',
    says: 'A change of hosts does not apply to accounts that exist: their credentials go only to the hosts of their auth config, and a call that would go elsewhere says so and sends nothing',
  },
  'imports.reserved-slugs': {
    source: 'rule 9.9',
    says: "An import may not take a slug of the service: svc or local, also as a prefix (our choice), since tools named SVC_… and LOCAL_… are not a toolkit's",
  },
  'imports.address': {
    source: 'rule 9.9',
    says: 'The source may be an http(s) address, which follows the outbound rules',
  },
  'imports.plain-http': {
    source: 'product',
    says: 'A note of the report names each server that gets no credential, since it is reached over plain http',
  },
  'imports.include': {
    source: 'rule 9.7',
    says: 'include and exclude choose operations, and change no slug',
  },
  'imports.logo': {
    source: 'rule 9.16',
    says: 'The logo of an import is fetched once, checked by its content (PNG, JPEG, GIF or WebP of at most 256 KiB; no SVG) and served by the service; where that fails, the toolkit has none and the report has a note',
  },
  'imports.logo.serving': {
    source: 'rule 9.16',
    says: 'GET logos/{hash} needs no key, never changes, and lets a browser run nothing; it is gone with the toolkit or project',
  },
  'imports.unknown': { source: 'spec 7', says: 'An unknown import is 404' },
  'imports.delete': {
    source: 'rule 9.9',
    says: 'DELETE toolkits/{slug} deletes an imported toolkit with its tools, auth configs and accounts, and answers {success: true}; an unknown one is 404',
  },
  'imports.slugs': {
    source: 'rule 9.7',
    says: 'Tool slugs are upper case TOOLKIT_VERB_NOUN of [A-Z0-9_], at most 64 characters, without collisions',
  },
  'imports.slugs.stable': { source: 'rule 9.7', says: 'Tool slugs are stable over re-imports' },

  // Logs
  'logs.record': {
    source: 'rule 10.11',
    says: 'A log entry has id, tool_slug, toolkit, user_id, connected_account_id, session_id, status, error, started_at, duration_ms, request and response',
  },
  'logs.dont-store-data': {
    source: 'rule 10.11',
    says: 'request and response are absent under dont_store_data',
  },
  'logs.no-credentials': { source: 'rule 10.11', says: 'A log entry holds no credential' },
  'logs.list': {
    source: 'rule 10.11',
    says: 'GET logs/tool_executions lists executions, newest first, by tool_slugs, toolkit_slugs, session_ids, user_ids and status, in pages',
  },
  'logs.unknown': { source: 'spec 7', says: 'An unknown log entry is 404' },

  // The description of the interface
  'description.openapi': {
    source: 'rule 1.19',
    says: 'GET openapi.json answers OpenAPI 3.1 of every operation, without a key',
  },
  'description.parameters': {
    source: 'rule 1.19',
    says: 'Every operation has a summary, and every parameter a description',
  },
  'description.examples': {
    source: 'rule 1.19',
    says: 'Every request body has an example that the body takes',
  },
  'description.statuses': {
    source: 'rule 1.19',
    says: 'The description lists each status of an operation',
  },
  'description.aliases': {
    source: 'spec 9',
    says: 'Deprecated names of body fields are described as deprecated, and still taken',
  },
  'description.page': {
    source: 'rule 1.19',
    says: '/docs renders the description, from the service alone and under a strict content security policy',
  },
} satisfies Record<string, Requirement>
