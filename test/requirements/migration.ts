import type { Requirement } from '../requirements.ts'

export const migration = {
  'migration.converts': {
    source: 'spec 4.10',
    says: 'GET migration/get-nanoid answers {nanoid} for the UUID of a connected account, an auth config or a trigger instance',
  },
  'migration.invalid': {
    source: 'rule 14.5',
    says: 'A malformed or missing uuid is 400, and so is a missing or unknown type',
  },
  'migration.gone': {
    source: 'spec 7',
    says: 'A UUID that matches no resource of the given type is 410',
  },
  'migration.other-project': {
    source: 'rule 14.5',
    says: "The UUID of another project's resource is 410, as an unknown one",
  },
} satisfies Record<string, Requirement>
