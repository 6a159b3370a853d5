import { splitWords } from '../words/split-words.ts'

/** What an operation does. The first words of a line are what tools are named after. */
const verbs = {
  list: 'list browse enumerate',
  get: 'get retrieve fetch read show view describe inspect see open display give tell lookup know check download export load preview obtain',
  find: 'find search query lookup look seek discover locate',
  count: 'count',
  create:
    'create add new make insert register open start generate build compose draft write file save log record set schedule book plan invite attach upload import append put',
  update:
    'update edit modify change rename set patch adjust move assign mark correct reschedule replace complete finish close reopen resolve acknowledge label tag archive toggle configure transition put',
  delete: 'delete remove erase drop discard trash destroy clear purge unassign detach unlink',
  send: 'send post publish submit dispatch reply answer respond forward announce message tweet notify email mail text share tell',
  run: 'run execute start launch trigger begin dispatch invoke perform rerun play',
  stop: 'stop cancel halt abort terminate end void revoke suspend pause',
  undo: 'restore recover revert rollback undo undelete',
  copy: 'copy duplicate clone fork',
  merge: 'merge combine join',
} as const

export type Action = keyof typeof verbs

const names = Object.keys(verbs) as Action[]

const byWord = new Map<string, Action[]>()
for (const name of names)
  for (const word of splitWords(verbs[name])) byWord.set(word, [...(byWord.get(word) ?? []), name])

/** One bit for each kind of action that a word may mean; 0 for a word that is no verb. */
export const actionBits = (word: string): number => bitsByWord.get(word) ?? 0

const bit = (name: Action): number => 1 << names.indexOf(name)

const bitsByWord = new Map(
  [...byWord].map(([word, actions]) => [word, actions.reduce((bits, name) => bits | bit(name), 0)]),
)

export const reading = bit('list') | bit('get') | bit('find') | bit('count')
export const listing = { list: bit('list') | bit('find'), get: bit('get') }
export const creating = bit('create')
export const doing = bit('create') | bit('update') | bit('send') | bit('run')
export const deleting = bit('delete') | bit('stop')
