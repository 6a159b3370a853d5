import type { Requirement } from '../requirements.ts'

export const isolation = {
  'isolation.ids': {
    source: 'rule 2.4',
    says: "Another project's id is answered exactly like an unknown one",
  },
  'isolation.references': {
    source: 'rule 2.4',
    says: "Another project's id in a query or a body is answered exactly like an unknown one",
  },
  'isolation.lists': {
    source: 'spec 1',
    says: 'A project is an isolated environment: no list of one project shows anything of another',
  },
  'isolation.cursors': {
    source: 'rule 1.8',
    says: 'A cursor carries no authority: with it a project sees its own items only',
  },
  'isolation.search': { source: 'spec 1', says: "No search of one project finds another's tools" },
  'isolation.addresses': {
    source: 'rule 2.5',
    says: "The address of a file or connect page leads to what is its project's only, and one like it leads nowhere",
  },
  'isolation.secrets': {
    source: 'rule 2.7',
    says: 'No secret stands in clear in any log line or database dump, nor in an answer but where a third party repeats it to its own project, though it echoes all that it was sent',
  },
} satisfies Record<string, Requirement>
