import type { Requirement } from '../requirements.ts'

export const authentication = {
  'authentication.required': {
    source: 'spec 5',
    says: 'Every operation requires one of the three schemes; without credentials it is 401',
  },
  'authentication.invalid': {
    source: 'spec 5',
    says: 'Invalid credentials are 401 with the error envelope',
  },
  'authentication.project-operations': {
    source: 'spec 5',
    says: 'Project-level operations accept ApiKeyAuth or UserApiKeyAuth, either one of the two',
  },
  'authentication.project-creation': {
    source: 'spec 5',
    says: 'Project creation uses OrgApiKeyAuth',
  },
  'authentication.owner-operations': {
    source: 'rule 2.2',
    says: "The other org/owner/project/* operations take the organization's key or a project's or user's key",
  },
  'authentication.first': {
    source: 'rule 2.3',
    says: 'Authentication is checked before the body is parsed: a wrong key is 401 whatever the request is',
  },
  'authentication.user-key': { source: 'rule 2.2', says: "A user's key acts on one project" },
  'authentication.key-format': {
    source: 'rule 2.1',
    says: 'Keys are pbk_, pbu_ or pbo_ and 160 random bits; only a hash and a hint of 4 characters are stored',
  },
} satisfies Record<string, Requirement>
