import type { Requirement } from '../requirements.ts'

export const evalsRunners = {
  'evals.runners': {
    source: 'product',
    says: 'The runners of AI SDK, LangChain and the clients of OpenAI, Anthropic and Google give the same steps for the same answers, streamed or not, with calls at once',
  },
  'evals.limits': {
    source: 'product',
    says: 'A run ends at its budget and its steps, says so, and makes no call after its end; an abort is thrown',
  },
  'evals.replay': {
    source: 'product',
    says: 'What one adapter recorded of a model replays through all of them, streamed or not',
  },
  'evals.strict': {
    source: 'product',
    says: 'Strict replay opens no socket, and gives the same bytes each time',
  },
  'evals.miss': {
    source: 'product',
    says: 'A changed tool makes the cases that have it miss and no others, and the message names the recording with the most similar texts and what differs',
  },
  'evals.secrets': {
    source: 'product',
    says: 'No key, header, organization, link to connect an account or given secret is in a recording, and no key in a report',
  },
  'evals.judge': {
    source: 'product',
    says: "A model of the user's choice judges runs by yes-or-no criteria; its answers are recorded and replayed; if it fails, or answers in another form, that is an error of the case in every report and in the exit code",
  },
  'evals.user': {
    source: 'product',
    says: 'The user of a case says several messages, or is played by a model until the goal is reached or a bound is hit; the conversation is the same in every framework, recorded, replayed and in the reports, and a user that fails is an error of the case',
  },
  'evals.connection': {
    source: 'product',
    says: 'A run in which no call succeeded for lack of a connection does not pass unless its case expects it; reports say which connections were missing and how to connect them',
  },
  'evals.connection.again': {
    source: 'product',
    says: 'A recorded call that lacked a connection is made again where a service is there, so that another user, or one who has connected since, is judged by what they get',
  },
  'evals.results': {
    source: 'product',
    says: 'Tools answer from mocks, recordings or the real service; results of the service replay without it',
  },
  'evals.offline': {
    source: 'product',
    says: 'A whole run of an agent with a session replays without a socket: what its toolkits, the user, the judge and the end state answered',
  },
  'evals.parity': {
    source: 'product',
    says: 'The parity report names the cases and places where adapters differ on the same recording',
  },
  'execution.record': {
    source: 'product',
    says: 'With a folder to record to, answers of third parties are written down by connected account, without credentials, and replay in another database without the third party',
  },
} satisfies Record<string, Requirement>
