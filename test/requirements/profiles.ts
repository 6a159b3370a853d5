import type { Requirement } from '../requirements.ts'

/** What happens to schemas on their way to a model, and to arguments on their way back. */
export const profiles = {
  'profiles.tool-names': {
    source: 'product',
    says: 'Any slug has a name that every provider accepts, fitting slugs their own; different slugs have different names, and a table leads each back',
  },
  'profiles.rules': {
    source: 'product',
    says: "Each profile gives a schema within the published limits of its family, for any schema; one that can't be read becomes an object of anything",
  },
  'profiles.strict': {
    source: 'product',
    says: 'openai-strict says a schema strictly, or gives the form of openai with the reason',
  },
  'profiles.restore': {
    source: 'product',
    says: 'Any arguments that the original accepts can be said in a profile and come back exactly, unless a stated change says otherwise',
  },
  'profiles.changes': {
    source: 'product',
    says: 'A profile lets nothing through that the original refuses, unless a stated change says so',
  },
} satisfies Record<string, Requirement>
