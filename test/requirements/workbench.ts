import type { Requirement } from '../requirements.ts'

export const workbench = {
  // Running code
  'workbench.in-force': {
    source: 'spec 2.10',
    says: 'SVC_REMOTE_WORKBENCH and SVC_REMOTE_BASH_TOOL are exposed, unless workbench.enable is false',
  },
  'workbench.absent': {
    source: 'rule 5.21',
    says: 'Without the optional package just-bash the two tools are not exposed, and everything else works',
  },
  'workbench.javascript': {
    source: 'rule 5.21',
    says: 'SVC_REMOTE_WORKBENCH {code, language?} answers stdout, stderr, exit_code and the returned value',
  },
  'workbench.bash': {
    source: 'rule 5.21',
    says: 'SVC_REMOTE_BASH_TOOL {command} answers stdout, stderr and exit_code',
  },
  'workbench.errors': {
    source: 'product',
    says: 'Code that fails answers an error with its line and what it printed before',
  },
  'workbench.output': {
    source: 'rule 5.21',
    says: "At most 20,000 characters are answered at once, or the session's threshold; more is stored and answered with a handle",
  },
  'workbench.arguments': {
    source: 'product',
    says: 'Wrong arguments are an error that names them',
  },
  // Tools from inside
  'workbench.tools': {
    source: 'rule 5.21',
    says: 'Code calls the tools of the session as functions, one or many in parallel, and gets whole results',
  },
  'workbench.tools.policy': {
    source: 'rule 5.8',
    says: 'The limits of a session hold for calls from inside the workbench',
  },
  'workbench.tools.refused': {
    source: 'rule 5.21',
    says: 'A refused or failed call is an answer with an error for the code, never the end of it',
  },
  'workbench.tools.approvals': {
    source: 'rule 6.2',
    says: 'A call that needs an approval is not made; the answer lists pending_approvals; an approved call runs once',
  },
  'workbench.tools.accounts': {
    source: 'rule 5.9',
    says: 'The rule for several accounts holds inside the workbench',
  },
  'workbench.tools.logs': {
    source: 'rule 5.21',
    says: 'Every call from inside has a log entry of its own, and the entry of the run names them',
  },
  'workbench.tools.tokens': {
    source: 'rule 5.21',
    says: 'Work over 20 items costs at least 80 % fewer tokens that a model reads and writes than 20 calls of its own',
  },
  // Files
  'workbench.files': {
    source: 'product',
    says: 'Files of the home folder stay for the session, over nodes and restarts, and are its own',
  },
  'workbench.files.encrypted': { source: 'product', says: 'Kept files are encrypted' },
  'workbench.files.quota': {
    source: 'product',
    says: 'A session keeps at most 200 files with 10 MiB; over that no change is kept, and the answer says so',
  },
  'workbench.files.together': {
    source: 'product',
    says: 'Of two calls at a time each keeps what it changed; the quota holds for both together',
  },
  'workbench.files.removed': {
    source: 'product',
    says: 'Files go with their session, with their project, and when they are as old as logs get',
  },
  'workbench.files.not-kept': {
    source: 'rule 2.9',
    says: 'A project that stores no data keeps no files, and the answer says so',
  },
  'workbench.results': {
    source: 'rule 5.20',
    says: 'A stored result is read with the workbench: it is the file /results/<handle>.json',
  },
  // Limits
  'workbench.escapes': {
    source: 'product',
    says: 'Code reaches no host files, no network, no environment, no processes and no tools that its session excludes: of at least 100 attempts none succeeds',
  },
  'workbench.limits': {
    source: 'product',
    says: 'Output, computing time and memory of code are limited; what takes more is ended with an error that says so',
  },
  'workbench.others-meanwhile': {
    source: 'product',
    says: 'Whatever code does, the service answers others meanwhile',
  },
  'workbench.abort': { source: 'product', says: 'Code is ended when its caller goes away' },
  'workbench.slots': {
    source: 'rule 3.8',
    says: 'At most so much code runs at a time, at most half of it of one project; a project that runs much keeps no other waiting; what waited too long is told that the workbench is busy',
  },
} satisfies Record<string, Requirement>
