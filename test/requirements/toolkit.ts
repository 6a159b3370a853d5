import type { Requirement } from '../requirements.ts'

/** What the half in the agent's process promises. */
export const toolkit = {
  'toolkit.untrusted': {
    source: 'product',
    says: 'A tool says whether third parties wrote what it answers, in the metadata of AI SDK and LangChain too; markUntrusted puts a result between marks that it cannot close',
  },
  'toolkit.custom-tools.found': {
    source: 'rule 5.18',
    says: 'Custom tools of createSession are found by search with full schemas, and taken by slug, beside those of the service',
  },
  'toolkit.custom-tools.run': {
    source: 'rule 5.18',
    says: 'They run in the process of the caller, as agent tools and by session.execute, with parsed arguments and access to the session',
  },
  'toolkit.cache.requests': {
    source: 'product',
    says: 'Opening a session and making an agent its tools is one request, with `preload` also for named tools in a new process; definitions are asked for once for a user and configuration',
  },
  'toolkit.cache.search': {
    source: 'product',
    says: 'A search is one request, by the session or by its meta tool: the definitions of found tools come with the answer',
  },
  'toolkit.cache.apart': {
    source: 'product',
    says: 'Cached definitions are never used for another user, key or project, and keys of a shared store contain neither keys of the interface nor users',
  },
  'toolkit.cache.bound': {
    source: 'product',
    says: "A change of a session's rules, hints or existence is seen at once where it is made, elsewhere within toolCache.maximumAgeMs; cached definitions grant nothing",
  },
  'toolkit.cache.store': {
    source: 'product',
    says: 'A store shares definitions between processes; one that fails, hangs or has other values is as none. toolCache: false asks each time',
  },
  'toolkit.custom-tools.results': {
    source: 'product',
    says: 'Files and large results of custom tools are stored by the service as those of any other tool, within bounds; a short result needs no request, and no failure of the service loses one',
  },
  'toolkit.custom-tools.multi-execute': {
    source: 'rule 5.14',
    says: 'A multi-execute runs custom tools here and the others in the service, and answers for each in order and in one shape',
  },
  'toolkit.custom-tools.attach': {
    source: 'rule 5.19',
    says: 'useSession attaches custom tools again; without them a call is refused with where they run',
  },
  'toolkit.custom-tools.schemas': {
    source: 'product',
    says: 'zod 4, zod mini, zod 3 and JSON Schema describe the input; what is none of them is refused before anything is sent',
  },
  'toolkit.custom-tools.account': {
    source: 'spec 4.7',
    says: 'A custom tool that extends a toolkit inherits the account of the user; without a connection it does not run',
  },
  'toolkit.once.ids': {
    source: 'product',
    says: 'Whether the id of a call has a random part is judged conservatively: counters, padded numbers, words and names of tools are not taken for one',
  },
  'toolkit.once.key': {
    source: 'product',
    says: 'The idempotency key of a call covers session, conversation, id, tool and arguments',
  },
  'toolkit.unknown-fields': {
    source: 'product',
    says: 'The client refuses a query or body with any field that the interface does not have, in nested objects too, before anything is sent',
  },
  'toolkit.update': {
    source: 'rule 5.5',
    says: 'session.update changes the configuration; the session then works by the new one, its meta tools and approvals too',
  },
  'toolkit.hooks': {
    source: 'product',
    says: 'beforeExecute and afterExecute stand around agent tools, session.execute and each call of a multi-execute; the outer hooks first',
  },
  'toolkit.hooks.stand-in': {
    source: 'product',
    says: 'A result of beforeExecute stands in for the call, which is then not made',
  },
  'toolkit.hooks.schema': {
    source: 'product',
    says: 'modifySchema changes what models see, in tools and in the answers of the meta tools',
  },
  'toolkit.hooks.errors': {
    source: 'product',
    says: 'An error in a hook becomes a failed result that says whether the tool was run',
  },
  'toolkit.authorize': {
    source: 'product',
    says: 'authorize answers a link, its end and the account; waitForConnection resolves with the ACTIVE account and throws with the reason otherwise',
  },
  'toolkit.confirm-connection': {
    source: 'rule 8.9',
    says: "Links of the SDK and of its sessions' agents are confirmed: by the request to the callback, for the user of the session alone, or by the code of the page",
  },
  'toolkit.ensure-connected': {
    source: 'product',
    says: 'ensureConnected tells the connected toolkits and asks for a link for each of the others',
  },
  'toolkit.approvals': {
    source: 'rule 6.3',
    says: 'session.approvals lists, grants and denies; a call that a person agreed to is approved and goes on, each approval for one call',
  },
  'toolkit.approvals.custom': {
    source: 'rule 6.3',
    says: 'Approvals of a session hold for custom tools by slug and by hint; the process that runs them asks',
  },
  'toolkit.approvals.frameworks': {
    source: 'rule 6.3',
    says: "Each adapter asks in its framework's own way: toolApproval of the AI SDK, an interrupt of LangGraph, a question of the OpenAI loop",
  },
  'toolkit.signals': {
    source: 'product',
    says: 'An abort signal ends every method, and everything that a method waits for',
  },
  'toolkit.agents': {
    source: 'product',
    says: 'With the meta tools alone an agent of each framework searches, has a service connected, makes several calls of which one fails, reads a large result and answers',
  },
} satisfies Record<string, Requirement>
