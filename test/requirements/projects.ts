import type { Requirement } from '../requirements.ts'

export const projects = {
  'projects.create': { source: 'spec 4.8', says: 'POST org/owner/project/new creates a project in the organization of the key and answers id, name and api_key' },
  'projects.create.key-on-request': { source: 'spec 4.8', says: 'The key is returned only when should_create_api_key is true, else api_key is null' },
  'projects.create.unique-name': { source: 'spec 4.8', says: 'A name is unique in the organization' },
  'projects.create.name-rules': { source: 'wire 8', says: 'Names have 3 to 64 letters, digits, spaces, "_" or "-"; others are 400' },
  'projects.config.partial-update': { source: 'spec 4.8', says: 'PATCH org/project/config changes only the supplied fields and answers the configuration' },
} satisfies Record<string, Requirement>
