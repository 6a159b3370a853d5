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
  'tools.execute.failure-rules': {
    source: 'rule 10.13',
    says: 'An answer that a failure rule of the toolkit matches is a failure with its message and code, whatever its status; also a poll with such an answer has failed',
  },
  'tools.execute.reconnect': {
    source: 'rule 10.13',
    says: 'A rule that says the credential is of no use has it renewed once and the call repeated; an account that has no other becomes EXPIRED, with one event, unless it got another credential meanwhile',
  },
  'tools.execute.refused': {
    source: 'rule 10.13',
    says: 'After a 401 the error says whose credential was refused and how to connect again, or that none was sent',
  },
  'tools.execute.rate': {
    source: 'rule 10.14',
    says: 'A call that may be repeated waits as long as the API asks for and is sent again within its time limit; any other fails with retry_after_seconds',
  },
  'tools.execute.paging': {
    source: 'rule 10.15',
    says: 'An answer that has more pages says so, with the arguments that ask for the next one, by the rules of the toolkit or as most APIs say it',
  },
  'tools.execute.all': {
    source: 'rule 10.15',
    says: 'all gathers the pages of a tool that only reads, within limits; what it could not gather it says, with what it has and how to go on',
  },
  'tools.execute.select': {
    source: 'rule 10.18',
    says: 'select answers only the parts of data that a JMESPath expression or JSON Pointers name, over REST, in sessions and in a multi-execute; what selects nothing says so with the shape of the answer',
  },
  'tools.execute.select-refused': {
    source: 'rule 10.18',
    says: 'An expression that fits no value is an error before anything is sent; one that fails on the answer leaves it whole and says why',
  },
  'tools.execute.select-bounded': {
    source: 'rule 10.18',
    says: 'Expressions that take much time or memory hold up nobody else, and cannot put together what was removed from the answer',
  },
  'tools.execute.stringified': {
    source: 'rule 10.19',
    says: 'An object or a list that came as a text of JSON is read where the schema allows no text, at every door, and named in parsed_arguments; approvals and logs hold what is sent',
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
  'catalog.newest-versions': {
    source: 'rule 9.3',
    says: 'Versions are in the order of their imports, also behind the hundredth of a day; of a tool those of the newest hundred of its toolkit, and its own',
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
  'recipes.run': {
    source: 'product',
    says: 'A recipe alone is enough to connect, identify, call, page, wait for a rate limit, renew, report a failure, receive events and revoke, against a provider made of it',
  },
  'imports.verdict': {
    source: 'rule 9.18',
    says: 'A report is ready where no warning is blocking, else incomplete, with the blocking warnings first',
  },
  'imports.recipe': {
    source: 'rule 9.24',
    says: 'A recipe of an import, JSON or the text of a YAML file, supplies slug, source and what a description cannot say; other fields of the request win over it, the description does not',
  },
  'imports.recipe.invalid': {
    source: 'rule 9.24',
    says: 'A recipe that is not valid is 400: each problem with its path and what to write',
  },
  'imports.recipe.example': {
    source: 'product',
    says: 'The commented recipe of the examples makes the tool and the triggers that it declares',
  },
  'imports.descriptions': {
    source: 'rule 9.33',
    says: 'Several addresses in a recipe make one toolkit: each description keeps its servers and schemas, operations of the same method and path are told apart by their addresses, and the report notes which one is not what the recipe was verified with',
  },
  'imports.overlay': {
    source: 'rule 9.32',
    says: 'An overlay of a recipe corrects the description before anything is selected: update merges deeply and appends to lists, remove removes, and an action that fits nothing is the warning recipe_unmatched',
  },
  'imports.overlay.bounds': {
    source: 'rule 9.32',
    says: 'An overlay selects at most 100,000 values with a target, adds at most 2,000,000 values and 64 MiB, and takes at most 20 s in a thread; what exceeds that ends the import',
  },
  'imports.recipe.slugs': {
    source: 'rule 9.24',
    says: 'A recipe that gives a tool the slug of another tool of the toolkit, or an alias of one, is refused with both named',
  },
  'tools.featured': {
    source: 'rule 9.35',
    says: 'GET tools lists the featured tools of a toolkit before its others',
  },
  'search.recipe': {
    source: 'rule 9.35',
    says: "Searches find toolkits and tools by a recipe's aliases, summary, use cases, tags and examples, and of equal tools the featured ones first",
  },
  'imports.recipe.kinds': {
    source: 'rule 9.24',
    says: 'A recipe for a Discovery document, a GraphQL API or an MCP server holds as one for OpenAPI: authentication, constant headers, names, hints and what answers mean',
  },
  'imports.recipe.schema': {
    source: 'product',
    says: 'recipe.schema.json of the package is the JSON Schema of what is accepted as a recipe',
  },
  'imports.recipe.positions': {
    source: 'rule 9.24',
    says: 'Of a recipe that came as text, each problem says its line and column',
  },
  'imports.recipe.unmatched': {
    source: 'rule 9.24',
    says: 'What a recipe names and the description does not have is a warning with its path in the recipe',
  },
  'executions.supplied': {
    source: 'rule 9.25',
    says: 'Values that a recipe supplies are filled at execution from open values of the account, shown to no model and no log; a fixed one that the account lacks is an error that names it',
  },
  'imports.recipe.definitions': {
    source: 'rule 9.25',
    says: 'A tool has the definitions that its arguments refer to, and none that only those did which the recipe took away',
  },
  'executions.encode': {
    source: 'rule 9.37',
    says: 'An argument that a recipe has encoded as an email is composed of recipients, subject, text, HTML, attachments and the message that is answered, which are the arguments of the tool in its place',
  },
  'executions.encode.rejected': {
    source: 'rule 9.37',
    says: 'No part of an email becomes another header or recipient: line breaks, several addresses in one and attachments above 18 MB are errors that name the argument, before anything is sent',
  },
  'imports.warnings': {
    source: 'rule 9.18',
    says: 'The report warns, by a stable code, of what keeps the toolkit from working, and says what to do',
  },
  'imports.discovery': {
    source: 'rule 9.30',
    says: 'A Google Discovery document is recognized and makes the same tools as its conversion to OpenAPI; content is uploaded and downloaded, and names of resources keep their slashes',
  },
  'imports.long-answers': {
    source: 'rule 9.27',
    says: 'Arguments are described completely up to 1 Mi characters, and the report names tools with more; a long answer by an outline of at most 16,000 characters, and completely when a tool is asked for with whole_output',
  },
  'imports.stored-length': {
    source: 'rule 9.6',
    says: 'A request that is longer than 64 Mi characters as it is stored is 400, and no import',
  },
  'imports.stored-definitions': {
    source: 'rule 9.27',
    says: 'A definition that the tools of a description share is stored once, by its content, and a toolkit has at most 10,000; a tool has changed when a definition has that it leads to',
  },
  'imports.files': {
    source: 'rule 9.20',
    says: 'A description in several files is read from below its folder, or from the files that come with it, within limits; operations that need a missing file are skipped with the reason',
  },
  'imports.credentials': {
    source: 'rule 9.21',
    says: 'Parameters by which the caller proves who it is are no arguments of tools; the account supplies them',
  },
  'imports.secret-arguments': {
    source: 'rule 9.21',
    says: 'Secrets that an operation is about stay arguments and are writeOnly',
  },
  'imports.openid': {
    source: 'rule 9.22',
    says: 'An import reads what the OpenID provider of a description publishes, by the outbound rules, and warns where it cannot',
  },
  'imports.servers': {
    source: 'rule 9.28',
    says: 'What stands in an address for the reader’s own is a field of the account or a warning; servers for real and with https are preferred',
  },
  'imports.supplied': {
    source: 'rule 9.29',
    says: 'Constants of a description are sent and are no arguments; defaults of headers and of required parameters are sent where a call gives none',
  },
  'imports.auth-wins': {
    source: 'rule 9.17',
    says: 'auth of an import holds for all operations whatever the description says, or for those that applies_to names',
  },
  'imports.again': {
    source: 'rule 9.6',
    says: 'Importing again gives the same slugs, a new version, and a difference report',
  },
  'imports.renames': {
    source: 'rule 9.26',
    says: 'rename_tools: true of an import names each tool as a first import would; the report says what each was called',
  },
  'tools.aliases': {
    source: 'rule 9.26',
    says: 'Every slug that a tool had or has in another version is accepted wherever its slug is, is shown as aliases, is no tool of its own, and goes to no other tool while the operation exists nor to another toolkit',
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
  'imports.indexed': {
    source: 'rule 9.6',
    says: 'An import ends when its tools are indexed and the index is stored',
  },
  'imports.indexed.resumed': {
    source: 'rule 9.6',
    says: 'An import whose process ended between storing and indexing its tools is resumed, and makes no second version',
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
    says: 'The logo of an import is fetched once, checked by its content (PNG, JPEG, GIF, WebP or an SVG of plain shapes, at most 256 KiB) and served by the service; where that fails, the toolkit has none and the report has a note',
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
  'toolkits.available': {
    source: 'rule 9.31',
    says: 'GET toolkits/available lists the toolkits whose recipes come with the service, by category and words, and says which of them the project has',
  },
  'toolkits.add': {
    source: 'rule 9.31',
    says: 'POST toolkits/add imports toolkits by their names, all or none; an unknown name is 404 with the one that is meant',
  },
  'toolkits.add.shared': {
    source: 'product',
    says: 'What a toolkit of the catalogue holds is read and stored once for all projects that add it, and deleted when none has it any more; a description that a request gives is for its project alone',
  },
  'toolkits.own-recipes': {
    source: 'rule 9.31',
    says: 'Recipes in the folder of the operator are added by their names and take the place of shipped ones; one that cannot be used stops the start',
  },
  'toolkits.add.own': {
    source: 'rule 9.31',
    says: 'A toolkit of that name which the project imported itself stays as it is unless the request says replace',
  },
  'toolkits.available.descriptions': {
    source: 'rule 9.31',
    says: 'check_descriptions asks the servers of descriptions whether they have changed since a toolkit was added; one that cannot be read is unknown, and delays no other',
  },
  'toolkits.add.preview': {
    source: 'rule 9.31',
    says: 'A preview changes nothing and reports what the next version would change; only_if has an import make what was shown, or fail',
  },
  'toolkits.add.cached': {
    source: 'rule 9.36',
    says: 'Copies of what official addresses of descriptions held are used for a day, then asked for under a condition, and used with a note while the address is away; they are bounded, and what a request gives neither fills nor reads them',
  },
  'catalogue.recipes': {
    source: 'product',
    says: 'Every recipe of the catalogue imports without a warning, to its committed summary',
  },
  'catalogue.logos': {
    source: 'rule 9.31',
    says: 'Every recipe of the catalogue has a logo, an icon or a letter, which the service serves before and after it is added',
  },
  'catalogue.secrets': {
    source: 'product',
    says: 'No argument of a tool of the catalogue asks for a credential',
  },
  'catalogue.mock': {
    source: 'product',
    says: 'A validating mock accepts calls of every featured tool, but where the description is known to be wrong',
  },
  'catalogue.facts': {
    source: 'product',
    says: 'Each fact of a recipe about authentication agrees with a second source, or is listed as unverified',
  },
  'catalogue.hooks': {
    source: 'product',
    says: "What a vendor signs by its documentation is accepted by the recipe's triggers, and nothing that was altered, is old or has another key",
  },
  'catalogue.check': {
    source: 'product',
    says: 'npm run catalogue:check says where a toolkit is not as its committed summary, from collected descriptions or from their addresses',
  },
  'catalogue.mcp': {
    source: 'product',
    says: "Every recipe of a vendor's MCP server names one https address and says where each fact was read; added while the server lists its tools to its users alone, it keeps its ways of signing in and waits for an account",
  },
  'catalogue.runs': {
    source: 'product',
    says: 'Every recipe of the catalogue runs against a provider made of it: connect, call, pages, rate limit, renewal, failure, events, revocation',
  },
  'cli.toolkits.add': {
    source: 'product',
    says: 'plugboard toolkits available, add, outdated and update find toolkits, add them and bring them up to date',
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
  'logs.requests': {
    source: 'rule 10.11',
    says: 'A log entry has the first ten requests that its call sent: method, address, status, where it was redirected to and duration, and how many more there were',
  },
  'logs.requests.secrets': {
    source: 'rule 10.11',
    says: 'Their addresses hold no credential and no value that its name calls a secret',
  },
  'logs.trace': {
    source: 'rule 10.11',
    says: 'A log entry names the trace that the call was part of',
  },
  'logs.dont-store-data': {
    source: 'rule 10.11',
    says: 'request, requests and response are absent under dont_store_data',
  },
  'logs.no-credentials': { source: 'rule 10.11', says: 'A log entry holds no credential' },
  'logs.secret-arguments': {
    source: 'rule 10.11',
    says: 'A log entry masks arguments that are secrets by name or schema, also where the answer repeats them',
  },
  'logs.no-links': {
    source: 'rule 10.11',
    says: 'A log entry holds no token of a link of the service: of connecting, its confirmation, approving or pushed events',
  },
  'logs.list': {
    source: 'rule 10.11',
    says: 'GET logs/tool_executions lists executions, newest first, by tool_slugs, toolkit_slugs, session_ids, user_ids and status, in pages',
  },
  'usage.deliveries': {
    source: 'rule 10.20',
    says: 'Usage counts the attempts of deliveries by outcome and time, apart from calls',
  },
  'usage.counts': {
    source: 'rule 10.20',
    says: 'GET usage counts calls, failures and durations by hour or day, also of each tool, toolkit or user, each call once',
  },
  'usage.range': {
    source: 'rule 10.20',
    says: 'GET usage refuses times that are none, and ranges that are empty or too long',
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
  'catalog.superseded': {
    source: 'product',
    says: 'A toolkit version that was superseded is deleted after PLUGBOARD_SUPERSEDED_DAYS, with what only it held, unless a session or trigger that was created with it still lives',
  },
} satisfies Record<string, Requirement>
