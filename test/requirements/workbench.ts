import type { Requirement } from '../requirements.ts'

export const workbench = {
  // Running code
  'workbench.in-force': {
    source: 'spec 2.10',
    says: 'SVC_REMOTE_WORKBENCH and SVC_REMOTE_BASH_TOOL are exposed, unless workbench.enable is false',
  },
  'workbench.absent': {
    source: 'ours',
    says: 'Without the optional package just-bash the two tools are not exposed, and everything else works',
  },
  'workbench.javascript': {
    source: 'wire 3',
    says: 'SVC_REMOTE_WORKBENCH {code, language?} answers stdout, stderr, exit_code and the returned value',
  },
  'workbench.bash': {
    source: 'wire 3',
    says: 'SVC_REMOTE_BASH_TOOL {command} answers stdout, stderr and exit_code',
  },
  'workbench.errors': {
    source: 'ours',
    says: 'Code that fails answers an error with its line and what it printed before',
  },
  'workbench.output': {
    source: 'ours',
    says: "At most 20,000 characters are answered at once, or the session's threshold; more is stored and answered with a handle",
  },
  'workbench.arguments': { source: 'ours', says: 'Wrong arguments are an error that names them' },
  // Tools from inside
  'workbench.tools': {
    source: 'wire 3',
    says: 'Code calls the tools of the session as functions, one or many in parallel, and gets whole results',
  },
  'workbench.tools.policy': {
    source: 'wire 3',
    says: 'The limits of a session hold for calls from inside the workbench',
  },
  'workbench.tools.refused': {
    source: 'ours',
    says: 'A refused or failed call is an answer with an error for the code, never the end of it',
  },
  'workbench.tools.approvals': {
    source: 'wire 3',
    says: 'A call that needs an approval is not made; the answer lists pending_approvals; an approved call runs once',
  },
  'workbench.tools.accounts': {
    source: 'wire 3',
    says: 'The rule for several accounts holds inside the workbench',
  },
  'workbench.tools.logs': {
    source: 'ours',
    says: 'Every call from inside has a log entry of its own, and the entry of the run names them',
  },
  'workbench.tools.tokens': {
    source: 'ours',
    says: 'Work over 20 items costs at least 80 % fewer tokens that a model reads and writes than 20 calls of its own',
  },
  // Files
  'workbench.files': {
    source: 'ours',
    says: 'Files of the home folder stay for the session, over nodes and restarts, and are its own',
  },
  'workbench.files.encrypted': { source: 'ours', says: 'Kept files are encrypted' },
  'workbench.files.quota': {
    source: 'ours',
    says: 'A session keeps at most 200 files with 10 MiB; over that no change is kept, and the answer says so',
  },
  'workbench.files.together': {
    source: 'ours',
    says: 'Of two calls at a time each keeps what it changed; the quota holds for both together',
  },
  'workbench.files.removed': {
    source: 'ours',
    says: 'Files go with their session, with their project, and when they are as old as logs get',
  },
  'workbench.files.not-kept': {
    source: 'ours',
    says: 'A project that stores no data keeps no files, and the answer says so',
  },
  'workbench.results': {
    source: 'wire 3',
    says: 'A stored result is read with the workbench: it is the file /results/<handle>.json',
  },
  // Limits
  'workbench.escapes': {
    source: 'ours',
    says: 'Code reaches no host files, no network, no environment, no processes and no tools that its session excludes: of at least 100 attempts none succeeds',
  },
  'workbench.limits': {
    source: 'ours',
    says: 'Output, computing time and memory of code are limited; what takes more is ended with an error that says so',
  },
  'workbench.others-meanwhile': {
    source: 'ours',
    says: 'Whatever code does, the service answers others meanwhile',
  },
  'workbench.abort': { source: 'ours', says: 'Code is ended when its caller goes away' },
  'workbench.slots': {
    source: 'ours',
    says: 'At most so much code runs at a time, at most half of it of one project; a project that runs much keeps no other waiting; what waited too long is told that the workbench is busy',
  },
} satisfies Record<string, Requirement>
