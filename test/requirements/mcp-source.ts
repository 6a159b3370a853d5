import type { Requirement } from '../requirements.ts'

/** An MCP server as the source of a toolkit, and a session as an MCP server for other libraries. */
export const mcpSource = {
  'mcp-source.import': {
    source: 'rule 9.15',
    says: 'POST toolkits/import with source {mcp: {url, headers?}} makes a toolkit of the tools that a server lists over streamable HTTP, in either era of the protocol',
  },
  'mcp-source.transport': {
    source: 'product',
    says: 'A server that answers the first request with 404 or 405, as one of the HTTP+SSE transport does, is refused with the transport that is supported',
  },
  'mcp-source.tools': {
    source: 'product',
    says: 'A tool keeps its schemas; its title and description become name and description, and its annotations tags where the import trusts them; what annotations leave open counts as the protocol says',
  },
  'mcp-source.execute': {
    source: 'product',
    says: 'A tool of an MCP server is executed like any other, with the same arguments check, account, limits and log',
  },
  'mcp-source.results': {
    source: 'product',
    says: 'Structured content, else the texts, is data; images and binary resources are files; isError is the error',
  },
  'mcp-source.versions': {
    source: 'product',
    says: 'Importing again makes a new version when the list differs, with the same slugs and a difference report, and none when it does not',
  },
  'mcp-source.sessions': {
    source: 'product',
    says: 'A server of the older era is greeted once: the next calls go on in its session, at most 500 of them, each for 5 minutes after its last call; at the end they are terminated',
  },
  'mcp-source.sessions.ended': {
    source: 'product',
    says: 'When the server has ended the session (404, 400), hands are shaken once more and the call is made then; no call is made twice',
  },
  'mcp-source.sessions.apart': {
    source: 'product',
    says: 'A session serves one user and account, with one credential, at one version of the toolkit',
  },
  'mcp-source.sessions.cancel': {
    source: 'product',
    says: 'A call that its caller cancels is cancelled at a server of the older era by a message',
  },
  'mcp-source.parameter-headers': {
    source: 'product',
    says: 'Arguments that a tool of 2026-07-28 declares with x-mcp-header are repeated in Mcp-Param headers; a tool whose declarations are not sound is left out and reported',
  },
  'mcp-source.refresh': {
    source: 'product',
    says: 'A notice that the list changed, or a refused tool, has the toolkit imported again, at most once in ten minutes; a version that exists stays',
  },
  'mcp-source.changes': {
    source: 'rule 9.14',
    says: "A list that is fetched again of the service's own accord is staged: added and changed tools are neither offered nor executed, at any door, until POST toolkits/{slug}/changes/accept names them; the accepted form stays in force, its own texts included; what is gone is removed at once",
  },
  'mcp-source.changes.decide': {
    source: 'rule 9.14',
    says: 'GET toolkits/{slug}/changes shows each change before and after; its id is another one when the server lists the tool differently again; a rejected change waits no longer as long as it is the same; an import by the project applies at once and ends what waits',
  },
  'mcp-source.changes.event': {
    source: 'rule 9.14',
    says: 'svc.toolkit.changed names the toolkit and the tools that were added, changed and removed, and whether that is accepted',
  },
  'mcp-source.changes.automatic': {
    source: 'rule 9.14',
    says: 'With changes: accept_automatically a refreshed list holds at once',
  },
  'mcp-source.headers': {
    source: 'rule 9.15',
    says: 'Headers and address of an import are sent to that server alone and are kept encrypted; headers left out of a repeated import stay, at the same origin',
  },
  'mcp-source.headers.own': {
    source: 'rule 9.15',
    says: 'Headers of the connection or the protocol, an address with a user name, and the fields of API descriptions are refused',
  },
  'mcp-source.auth': {
    source: 'product',
    says: 'auth of the import says how users sign in; the credential goes out with every request of a call',
  },
  'mcp-source.auth.discovery': {
    source: 'product',
    says: 'Where a server lists to its users alone, its resource metadata leads to its authorization server: accounts connect with DCR_OAUTH for that resource, and connected_account_id lists the tools',
  },
  'mcp-source.first-list': {
    source: 'rule 9.34',
    says: 'A toolkit whose server lists its tools to its users alone has the blocking warning closed_schema until an account is connected: the first one lists them, without a change to accept and without another command',
  },
  'mcp-source.auth.recipe': {
    source: 'rule 9.34',
    says: 'DCR_OAUTH without addresses in a recipe of an MCP server is completed by what the server says; setup, scopes and other ways stay those of the recipe, and a server that says nothing is a warning',
  },
  'mcp-source.host-change': {
    source: 'rule 9.10',
    says: 'A re-import at another host needs accept_host_change',
  },
  'mcp-source.hostile.lists': {
    source: 'product',
    says: 'A list is cut at 2,000 tools and 100 pages, and read once where its cursors go round; the report says so',
  },
  'mcp-source.hostile.tools': {
    source: 'product',
    says: 'A tool with a bad name or input schema, a repeated name, or that needs a task is left out and reported; the others are made',
  },
  'mcp-source.hostile.text': {
    source: 'product',
    says: 'Descriptions lose what cannot be seen and are cut at 4,000 characters; patterns that could take too long are left out',
  },
  'mcp-source.hostile.answers': {
    source: 'product',
    says: 'Wrong ids, broken JSON, deep nesting, too large and too slow answers fail an import or a call with a reason, and change nothing',
  },
  'mcp-source.hostile.links': {
    source: 'product',
    says: 'A link to a page of this service, on which somebody connects an account or approves a call, is left out of what a third party answers, in results, errors and texts alike, and the answer says so',
  },
  'mcp-source.hostile.redirects': {
    source: 'product',
    says: 'A redirect to another origin is not followed, and an address that the outbound rules forbid is never asked',
  },
  'toolkit.mcp': {
    source: 'product',
    says: 'session.mcp has the address and headers of the session, and both as @ai-sdk/mcp, @langchain/mcp-adapters and @openai/agents want them; printing it shows no key',
  },
  'toolkit.mcp.own-key': {
    source: 'rule 5.23',
    says: "session.mcp.withOwnKey gives the same with a pbm_ key of the session, so that no project key lies on an end user's machine; with a user key, session.mcp itself sends x-user-api-key (spec 5)",
  },
} satisfies Record<string, Requirement>
