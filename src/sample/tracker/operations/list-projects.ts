import { operation } from '../../operation.ts'
import { projectList } from '../schemas.ts'
import type { TrackerCall } from '../tracker-state.ts'
import { filterIssues } from './list-issues.ts'

export const listProjects = operation({
  method: 'GET',
  path: '/projects',
  operationId: 'listProjects',
  summary: 'List projects',
  description: 'Lists all projects with the number of their open issues.',
  tags: ['projects'],
  input: {},
  answer: { status: 200, description: 'The projects', schema: projectList },
  errors: [],
  handle: (_, { tracker }: TrackerCall) => ({
    projects: tracker.projects.map(({ slug, name, description }) => ({
      slug,
      name,
      description,
      open_issues: filterIssues(tracker, { project: slug, state: 'open' }).length,
    })),
  }),
})
