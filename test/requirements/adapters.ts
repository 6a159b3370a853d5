import type { Requirement } from '../requirements.ts'

/** What holds in every framework alike. */
export const adapters = {
  'adapters.calls': {
    source: 'product',
    says: 'The calls of an answer are made at once, and what came of them is shown in their order; a failure is a result that the model reads',
  },
  'adapters.select': {
    source: 'product',
    says: 'With select, or answers.select of the session, tools have an additional argument that selects parts of the result, under a name that is free; it is never sent to the third party',
  },
  'adapters.paging': {
    source: 'product',
    says: 'A result that has more pages says so to the model, with the arguments that ask for the next one',
  },
  'adapters.misfits': {
    source: 'product',
    says: 'Arguments that do not fit or are malformed, and tools that do not exist, are answered in words; nothing is sent and the loop goes on',
  },
  'adapters.stringified': {
    source: 'product',
    says: 'An object or a list that a model wrote as a text of JSON is read where the schema allows no text, by the SDK and by the meta tools of the service, and named with the result of the call',
  },
  'arguments.exact': {
    source: 'product',
    says: 'A number that may have been rounded is not sent where the schema wants an integer; a text of its digits is, by the service, by the SDK and by our zod definitions',
  },
  'errors.for-models': {
    source: 'product',
    says: 'What a model reads of an error has no advice that only a developer can follow; the error has it',
  },
  'adapters.abort': {
    source: 'product',
    says: 'The abort signal of a run reaches the call under way, ends waiting for it, and no more is asked of the model',
  },
  'adapters.once': {
    source: 'product',
    says: 'The same call of a model, made again by a retry, a resumed run or a resent request, is executed once in every framework and gets the first result',
  },
  'adapters.once.resumed': {
    source: 'product',
    says: 'A run that is killed after a side effect and resumed in another process, a task that LangGraph retries, and a chat request that is sent again make one side effect',
  },
  'adapters.cancel': {
    source: 'product',
    says: "A user's abort ends the request to the third party in every framework; the call made again is told that it was cancelled",
  },
  'adapters.cancel.others': {
    source: 'product',
    says: 'A timeout, or the failure of another task of LangGraph, cancels nothing: the call made again gets the result',
  },
  'adapters.once.counted': {
    source: 'product',
    says: 'Calls with counted ids are different calls in other conversations and later in the same one, and are executed each time where no conversation is known',
  },
  'adapters.once.reads': {
    source: 'product',
    says: 'Calls of tools that only read are made each time',
  },
  'adapters.large': {
    source: 'product',
    says: 'A large result is a preview with a handle, by which the model reads parts; what the service did not cut is cut where it is shown',
  },
  'adapters.files': {
    source: 'product',
    says: 'Images and PDFs that tools answer are shown to models that can look at them, where that is asked for; else their links',
  },
  'adapters.custom-results': {
    source: 'product',
    says: 'Images, PDFs and large results of custom tools reach models as those of any other tool, in every framework',
  },
  'adapters.profile': {
    source: 'product',
    says: 'With a profile models are shown the dialect of their family, strictly where it can be, and their arguments are led back before they are checked and sent',
  },
  'adapters.fresh': {
    source: 'product',
    says: 'Every hand-out of a schema is a copy: what a framework does to it changes nothing of ours',
  },
  'adapters.on-demand': {
    source: 'product',
    says: 'Where an agent finds its tools by itself, each becomes callable in the next step, as many as may be, and is found again in the messages of a conversation, in every adapter. Found tools are appended to those of the last request, and their schemas are not shown twice',
  },
  'adapters.defer': {
    source: 'product',
    says: 'Tools can be deferred until they are found by the tool search of the AI SDK, of Anthropic or of OpenAI',
  },
  'adapters.examples': {
    source: 'product',
    says: 'Examples at the root of a schema that fit it reach providers as input examples',
  },
  'adapters.results': {
    source: 'product',
    says: 'Adapters whose framework keeps no results tell the program of each call that was made: its slug, its arguments in the form of the author and its complete result',
  },
  'types.generated': {
    source: 'product',
    says: 'What `generate types` writes types sessions, agent tools, hooks and the tools of every framework; with --strict, unknown slugs are compile errors',
  },
  'adapters.previous': {
    source: 'product',
    says: 'The adapters work with the previous major of ai, openai and @langchain/core too',
  },
} satisfies Record<string, Requirement>
