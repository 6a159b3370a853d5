import type { projectEvents as contract } from '../../contract/project-events.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { ProjectEvents } from './project-events.ts'

export const projectEventHandlers = ({
  projectEvents,
}: {
  projectEvents: ProjectEvents
}): Handlers<typeof contract> => ({
  events: async ({ query }, { project }, { signal }) => ({
    status: 200,
    body: await projectEvents.open(project, query.after, signal),
  }),
})
