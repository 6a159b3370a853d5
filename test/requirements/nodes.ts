import type { Requirement } from '../requirements.ts'

export const nodes = {
  'nodes.start': {
    source: 'product',
    says: 'Two nodes that start on an empty database at once migrate it once and make one first project',
  },
  'nodes.start.traffic': {
    source: 'product',
    says: 'A node that starts on a database in use disturbs no request of the others',
  },
  'nodes.turns': {
    source: 'product',
    says: 'However many statements follow each other, a node answers others meanwhile',
  },
  'nodes.drain': {
    source: 'product',
    says: 'A node that is told to stop says first that it is not ready, goes on answering for the time that is set, and then finishes what is under way',
  },
  'nodes.rolling': {
    source: 'product',
    says: 'While all nodes are replaced one by one no call of the client fails, and none is made twice',
  },
  'nodes.revoked': {
    source: 'rule 2.6',
    says: 'A key that was deleted on one node is refused on every node within a second',
  },
  'nodes.accounts': {
    source: 'rule 8.21',
    says: 'An account that was disabled, deleted, restricted, revoked or rotated on one node is not used as before by calls that begin a second later on any node, or at once on that node',
  },
  'nodes.outage': {
    source: 'rule 3.7',
    says: 'However the database is away (silent, reset, refused), requests are answered 503 within five seconds; within ten seconds of its return all is as before, with no connection left over',
  },
  'nodes.no-lost-update': {
    source: 'product',
    says: 'Each change of a record that was answered with success is kept, however many others change other fields of it at the same time on other nodes',
  },
  'nodes.clock': {
    source: 'product',
    says: 'What a clock that was far ahead has stored as due is done when it is right again: polls, schedules, jobs, deliveries and renewals of credentials',
  },
  'start.reload': {
    source: 'product',
    says: 'SIGHUP reads PLUGBOARD_ENV_FILE again: log level, share of the access log and allowed addresses change at once, what needs a restart is named, and a file that is not valid changes nothing',
  },
  'start.settings': {
    source: 'product',
    says: 'A setting that cannot be used is refused at the start with its name, what was given, what it may be, and what to do where a usual cause is known',
  },
  'start.public-url': {
    source: 'product',
    says: 'A public URL with a path does not start, since pages need the root of their host; the message says to use a host name of its own',
  },
  'start.data-folder': {
    source: 'product',
    says: 'A data folder that cannot be created or written is named at the start, with the settings that choose another',
  },
  'start.log-reader': {
    source: 'product',
    says: 'A service whose log is read no more goes on serving, drops lines, and ends as usual',
  },
  'start.grace': {
    source: 'product',
    says: 'A service that stops finishes requests under way for as long as its grace, by default longer than a call of a tool may take, and then cuts them',
  },
  'upgrade.back': {
    source: 'product',
    says: 'A version runs on the schema of a newer one that allows it, with a line in the log, so that nodes of both run at once and an upgrade can be taken back',
  },
  'upgrade.refused': {
    source: 'product',
    says: 'A version whose schema is gone refuses to start, and says which version to start or what to restore',
  },
  'upgrade.expand': {
    source: 'product',
    says: 'Migrations only add; one that takes something away says which is the oldest version that does without it',
  },
  'upgrade.step': {
    source: 'product',
    says: '`plugboard admin migrate --to latest` migrates a database before nodes of the version start, an empty one too',
  },
  'upgrade.online': {
    source: 'product',
    says: 'What a migration leaves for a table with rows is done by `admin migrate` or in the background of a node, while others write; it goes on after a kill, and gives what one transaction would give',
  },
  'retention.page': {
    source: 'product',
    says: 'A page lists every table with what its rows are deleted with, how long they are kept, and the setting for it',
  },
  'start.first-keys': {
    source: 'product',
    says: 'The keys of an empty database come from PLUGBOARD_FIRST_API_KEY or its file, or are shown once on a terminal; without both there are none, and no key lies in a log',
  },
  'limits.page': {
    source: 'product',
    says: 'Limits that are no settings are on a page, with their values and where they are',
  },
  'retention.steps': {
    source: 'product',
    says: 'What has expired is deleted in steps of at most 1,000 rows, however many years of rows there are',
  },
} satisfies Record<string, Requirement>
