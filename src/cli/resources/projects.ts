import { list, record, type Resource } from './resource.ts'

export const projects: Resource = {
  name: 'projects',
  description: 'Projects of the organization, each with its own keys and users',
  examples: ['plugboard projects', 'plugboard projects create "Support agents"'],
  verbs: [
    list({
      name: 'list',
      operation: 'projects.list',
      summary: 'List the projects of the organization, newest first',
      auth: 'organization',
      columns: {
        PROJECT: ({ id }) => id,
        NAME: ({ name }) => name,
        CREATED: ({ created_at }) => new Date(created_at),
        WEBHOOK: ({ webhook_url }) => webhook_url,
      },
      empty: 'The organization has no projects. To create one: plugboard projects create <name>',
    }),
    record({
      name: 'create',
      operation: 'projects.create',
      summary: 'Create a project; its API key is shown only now',
      auth: 'organization',
      arguments: { '<name>': 'body.name' },
      fixed: { 'body.should_create_api_key': true },
    }),
  ],
}
