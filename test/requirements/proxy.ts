import type { Requirement } from '../requirements.ts'

export const proxy = {
  'proxy.sends': {
    source: 'spec 4.2',
    says: "POST tools/execute/proxy sends a request to a third-party API with a connected account's stored credentials",
  },
  'proxy.set-cookie': {
    source: 'rule 10.6',
    says: 'A set-cookie of the third party is not passed on: its session is as good as the credential',
  },
  'execution.echo': {
    source: 'rule 10.6',
    says: 'A credential that a third party repeats is left out of what tools, sessions, the proxy and MCP servers answer, files included, in every spelling (JSON, percent-encoding, base64)',
  },
  'execution.echo.short': {
    source: 'rule 10.6',
    says: 'Of a secret with fewer than 8 characters only a whole value, header or encoded pair is left out; user names and ids never are',
  },
  'proxy.endpoint': {
    source: 'spec 4.2',
    says: "The endpoint is an absolute URL, or a path relative to the connected account's base URL",
  },
  'proxy.endpoint.neither': {
    source: 'rule 10.5',
    says: 'An endpoint that is neither an absolute http(s) URL nor a path (//host, /\\host, http:host, data:, a leading blank, control characters) is 400, and nothing is sent',
  },
  'proxy.base-url': {
    source: 'spec 2.5',
    says: "When the base URL depends on connection values, the account's values fill it",
  },
  'proxy.method': {
    source: 'spec 4.2',
    says: 'method is one of GET, POST, PUT, PATCH, DELETE, HEAD and OPTIONS; another is 400',
  },
  'proxy.body': { source: 'spec 4.2', says: 'body is an object or null, for POST, PUT and PATCH' },
  'proxy.binary-body': {
    source: 'spec 4.2',
    says: 'binary_body uploads content by {url, content_type?} or {base64, content_type?}',
  },
  'proxy.parameters': {
    source: 'spec 4.2',
    says: 'parameters are further headers or query parameters',
  },
  'proxy.parameters.no-injection': {
    source: 'rule 10.4',
    says: 'A parameter can neither break a line, nor set what belongs to the connection, nor what carries the credential',
  },
  'proxy.custom-connection-data': {
    source: 'spec 4.2',
    says: 'custom_connection_data {authScheme, toolkitSlug, val} is used instead of a connected account',
  },
  'proxy.custom-connection-data.access-token': {
    source: 'spec 2.4',
    says: 'access_token is required in custom_connection_data of the OAuth schemes',
  },
  'proxy.answer': {
    source: 'spec 4.2',
    says: 'The answer has data (object or null), status and headers of the proxied call',
  },
  'proxy.answer.binary': {
    source: 'spec 4.2',
    says: 'A binary file is answered as binary_data {url, content_type, size, expires_at}',
  },
  'proxy.upstream-status': {
    source: 'spec 4.2',
    says: 'status is the HTTP status of the proxied call, also 4xx, 429 and 5xx',
  },
  'proxy.default-account': {
    source: 'spec 4.2',
    says: "Without connected_account_id the project's default account is used",
  },
  'proxy.default-account.only-one': {
    source: 'rule 10.5',
    says: 'The default account is the only ACTIVE account whose toolkit owns the endpoint; several are an error that names them',
  },
  'proxy.own-hosts': {
    source: 'rule 10.5',
    says: "Credentials go only to the toolkit's own hosts; another is 400 and the error says which are allowed",
  },
  'proxy.redirects': {
    source: 'rule 10.5',
    says: 'Redirects are checked again, and credentials do not follow to another host',
  },
  'proxy.403': {
    source: 'spec 7',
    says: '403 where the caller lacks permission: an auth config that allows certain tools only lets no other requests pass',
  },
  'proxy.404': {
    source: 'spec 7',
    says: "404 for an account or toolkit that does not exist, or is another project's",
  },
  'proxy.422': {
    source: 'spec 7',
    says: '422 for an invalid state of the connected account: not ACTIVE, switched off, or its auth config disabled',
  },
  'proxy.501': { source: 'spec 7', says: '501 for an auth scheme that cannot be carried out' },
  'proxy.502': {
    source: 'spec 7',
    says: '502 when the upstream API cannot be talked to, or answers too much',
  },
  'proxy.504': { source: 'spec 7', says: '504 when the upstream API times out' },
  'proxy.log': {
    source: 'rule 10.11',
    says: 'A proxied request is in the execution log with the tool slug PROXY, whatever becomes of it',
  },
  'proxy.session': {
    source: 'rule 5.11',
    says: "proxy_execute {toolkit_slug, endpoint, method, body?, parameters?} answers as the proxy, with the session user's account",
  },
  'proxy.session.policy': {
    source: 'rule 5.8',
    says: 'proxy_execute is refused for a toolkit that the session excludes, or limits by tool or tag',
  },
  'proxy.session.switched-off': {
    source: 'spec 2.10',
    says: 'workbench.proxy_execution_enabled false switches proxy_execute off (our choice: 403)',
  },
  'proxy.session.no-connection': {
    source: 'rule 5.9',
    says: 'proxy_execute without a connection of the user is 404 and names the toolkit; never an account of another user',
  },
} satisfies Record<string, Requirement>
