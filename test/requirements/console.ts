import type { Requirement } from '../requirements.ts'

export const console = {
  'console.session': {
    source: 'rule 2.10',
    says: 'The cookie of the console takes the place of a key, in requests of its own pages with the CSRF token, for projects of the organization',
  },
  'console.link': {
    source: 'rule 2.11',
    says: 'A one-time link signs in once, until it expires, and opening its address changes nothing',
  },
  'console.root-key': {
    source: 'rule 2.11',
    says: 'Whoever proves to have the root key gets a one-time link: a proof is good once, for a minute and one address',
  },
  'console.provider': {
    source: 'rule 2.12',
    says: 'An OpenID provider signs in whom the settings allow, by a verified e-mail address, its domain, or a group, with PKCE, state and nonce',
  },
  'console.limits': {
    source: 'rule 2.11',
    says: 'A session ends when nobody used it for 8 hours, after 7 days, and when its person signs out',
  },
  'console.page': {
    source: 'product',
    says: 'The console loads nothing from third parties, has a strict policy without violations, shows every text as text, and passes a checker of accessibility at phone and desk width, light and dark',
  },
  'console.evals': {
    source: 'product',
    says: 'People of the operator see the reports of evaluations in the folder of the service, and no file outside of it',
  },
  'console.chat': {
    source: 'product',
    says: 'People of the operator chat with the model of the settings, whose key no browser gets; its calls are made in the session, and wait for approvals there',
  },
  'console.reading': {
    source: 'product',
    says: 'A list that changes while somebody reads it loses no row, shows none twice, and what is read stays where it is',
  },
  'console.keyboard': {
    source: 'product',
    says: 'Everything on every screen of the console is reached and used with the keyboard alone, and shows that it has the focus',
  },
  'console.size': {
    source: 'product',
    says: 'The first page of the console is at most 40 kB and the whole at most 150 kB, compressed',
  },
} satisfies Record<string, Requirement>
