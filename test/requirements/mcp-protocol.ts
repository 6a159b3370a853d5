import type { Requirement } from '../requirements.ts'

export const mcpProtocol = {
  'mcp-protocol.conformance': {
    source: 'product',
    says: 'The endpoints pass every scored scenario of the official suite for 2026-07-28 and for 2025-11-25',
  },
  'mcp-protocol.modern': {
    source: 'rule 13.7',
    says: '2026-07-28: server/discover, resultType, ttlMs, private cacheScope; what the revision removed is 404',
  },
  'mcp-protocol.headers': {
    source: 'product',
    says: 'A message of 2026-07-28 whose Mcp-Method, Mcp-Name or MCP-Protocol-Version header says something else is refused',
  },
  'mcp-protocol.parameter-headers': {
    source: 'product',
    says: 'A call of 2026-07-28 whose Mcp-Param headers say something else than its arguments is refused, where the listed tool declares x-mcp-header; a tool is listed without declarations that are not sound',
  },
  'mcp-protocol.listen': {
    source: 'product',
    says: '2026-07-28: subscriptions/listen tells that the list of tools has changed, on any node; it ends with the key, the session or the server, and when the service stops',
  },
  'mcp-protocol.listen.bounds': {
    source: 'product',
    says: 'One key has 100 subscriptions open at a time, a node 1,000; what is beyond that is refused',
  },
  'mcp-protocol.listen.handshake': {
    source: 'product',
    says: 'After a handshake there is no stream for changes: GET is 405, and no listChanged is promised',
  },
  'mcp-protocol.handshake': {
    source: 'rule 13.7',
    says: 'Clients of 2025-11-25, 2025-06-18 and 2025-03-26 find the same endpoint after initialize, batches of the last included',
  },
  'mcp-protocol.stateless': {
    source: 'rule 13.7',
    says: 'Nothing is stored of a client between two requests, so any node answers',
  },
  'mcp-protocol.broken': {
    source: 'product',
    says: 'What is no message is answered with an error of JSON-RPC and the status of HTTP, with the request id',
  },
  'mcp-protocol.origin': {
    source: 'product',
    says: 'Host is the public name or where the service listens, Origin absent or the same; anything else is 403',
  },
  'mcp-protocol.keys': {
    source: 'rule 13.5',
    says: "MCP endpoints take a project's or a user's key as x-api-key, x-user-api-key or Authorization: Bearer; 401 comes with WWW-Authenticate, before the body is read",
  },
  'mcp-protocol.instance-keys': {
    source: 'rule 13.5',
    says: 'A pbm_ key opens one MCP server for one user, and nothing of REST',
  },
  'mcp-protocol.signed': {
    source: 'rule 13.6',
    says: 'With require_mcp_api_key false, only the signed URLs that servers/generate makes open without a key; a bare user_id is 401',
  },
  'mcp-protocol.server-urls': {
    source: 'spec 4.6',
    says: 'A server is used as the user that user_id names, or with the account that connected_account_id names',
  },
  'mcp-protocol.unknown': {
    source: 'rule 2.4',
    says: "Another project's session or server is answered like one that does not exist, and so is a deleted one",
  },
  'mcp-protocol.rate-limit': {
    source: 'rule 4.7',
    says: 'Messages count against the limit of their key',
  },
  'mcp-protocol.session-tools': {
    source: 'spec 2.10',
    says: 'A session lists its meta tools in force',
  },
  'mcp-protocol.server-tools': {
    source: 'spec 2.9',
    says: 'A server lists its allowed tools, or all tools of its toolkits, in pages and always in the same order',
  },
  'mcp-protocol.tools': {
    source: 'product',
    says: 'Tools have titles, annotations, icons, their argument schema as it is, and an output schema that no answer breaks',
  },
  'mcp-protocol.results': {
    source: 'product',
    says: 'A result is text and structured content; what a model can mend is a result with isError, and an unknown tool is an error of the protocol',
  },
  'mcp-protocol.policy': {
    source: 'rule 5.8',
    says: 'What the rules of a session exclude can neither be listed nor called by MCP; approvals hold as everywhere',
  },
  'mcp-protocol.connect': {
    source: 'rule 13.8',
    says: 'A missing connection has the client open the link where it can: in 2026-07-28 by the result, in 2025-11-25 by the error -32042; other clients get the link in the text',
  },
  'mcp-protocol.approve': {
    source: 'rule 13.8',
    says: 'A call that needs an approval has a client that shows pages open the page of the approval, and its model does not get the address; another client gets it in the text only where the session says offer_links: true; once approved, the same call goes through once',
  },
  'mcp-protocol.own-pages': {
    source: 'product',
    says: 'Clients are only asked to open pages of this service that it made for their own session or server, whatever a third party answers',
  },
  'mcp-protocol.session-keys': {
    source: 'rule 5.23',
    says: 'A pbm_ key of a session opens its endpoint, as x-api-key or bearer token, and nothing else; it ends with the session, when it expires and when it is revoked',
  },
  'mcp-protocol.managed-auth': {
    source: 'product',
    says: "managed_auth_by_svc=false in a server's URL: its answers carry no links, since the caller looks after connections",
  },
  'mcp-protocol.cancel': {
    source: 'product',
    says: 'A call that the client cancels, or that it no longer waits for, is aborted at the third party',
  },
  'mcp-protocol.progress': {
    source: 'product',
    says: 'A client that asks for progress hears that its call still runs, as a stream; without, answers are JSON',
  },
  'mcp-protocol.log': {
    source: 'product',
    says: 'Each call is in the execution log, and each message in the log with its method, tool and trace',
  },
  'mcp-protocol.trace': {
    source: 'product',
    says: 'traceparent, tracestate and baggage of _meta go on to the third party of the call: as headers to an API, in _meta to an MCP server; what is malformed or too long does not; where _meta has no traceparent, traceparent and tracestate of the HTTP request take its place',
  },
  'mcp-protocol.no-leak': {
    source: 'product',
    says: 'A thrown message never reaches a client: it gets a fixed text with the request id',
  },
  'mcp-protocol.clients': {
    source: 'product',
    says: 'The clients of today list and call: both generations of the official library, AI SDK, LangChain, OpenAI Agents and the Inspector',
  },
} satisfies Record<string, Requirement>
