import type { Requirement } from '../requirements.ts'

/** What users manage in their own browser. */
export const connections = {
  'connections.token': {
    source: 'rule 6.11',
    says: 'A key of the project makes a token for one user, which no other key of a person or agent below it can do',
  },
  'connections.only': {
    source: 'rule 6.11',
    says: 'A connect token opens no operation but those below /connections, and the error says so',
  },
  'connections.own': {
    source: 'rule 6.11',
    says: 'It lists, connects, renames and disconnects accounts of its user and toolkits; others are like unknown ones',
  },
  'connections.origin': {
    source: 'rule 6.12',
    says: 'It is refused without an origin that it names, and pages of any origin can read the answer',
  },
  'connections.end': {
    source: 'rule 6.13',
    says: 'It ends when it expires, with its project, and when the tokens of its user are revoked; only its hash is stored',
  },
  'connections.link': {
    source: 'rule 6.14',
    says: 'Connecting again and again leaves one waiting account; a project that confirms has the code typed in',
  },
  'connections.approvals': {
    source: 'rule 6.15',
    says: 'Its user sees and decides their approvals of all sessions, at any proof, and nobody else does',
  },
  'approvals.list': {
    source: 'rule 6.16',
    says: 'A key lists the approvals of all sessions, newest first, by status, users, tools and sessions, in pages',
  },
  'users.list': {
    source: 'rule 8.23',
    says: 'A key lists the users who have accounts or sessions, with the number of both, by the beginning of their ids, in pages',
  },
  'users.get': {
    source: 'rule 8.24',
    says: 'GET users/{user_id} answers what every table keeps of the user, readable, without credentials, in parts',
  },
  'users.erase': {
    source: 'rule 8.25',
    says: 'DELETE users/{user_id} leaves nothing of the user in any table, on either engine, and everybody else as they were',
  },
  'connections.name': {
    source: 'rule 8.22',
    says: 'The project and the user give an account a name, and take it away',
  },
  'connections.element': {
    source: 'rule 6.17',
    says: 'The element lists, connects, reconnects, names and disconnects, and decides approvals, on a page of another origin with a strict policy, by keyboard, without violations of accessibility',
  },
  'connections.element.texts': {
    source: 'product',
    says: 'Every text of a third party or user is shown as text; the texts of the element are in the language of the page',
  },
  'connections.element.end': {
    source: 'rule 6.13',
    says: 'When its token ends the element says so, announces it once, and goes on with another token',
  },
  'connections.element.size': {
    source: 'product',
    says: 'The element has at most 12 kB, compressed, and no dependency',
  },
  'connections.page.user': {
    source: 'rule 6.17',
    says: 'The page of connections_url names the user whose connections they are before anything can be connected, and says to go on only if that is oneself',
  },
  'connections.page': {
    source: 'rule 6.17',
    says: 'connections_url opens a page with the connections of the user, whose address then has no token, and which no other page can frame',
  },
} satisfies Record<string, Requirement>
