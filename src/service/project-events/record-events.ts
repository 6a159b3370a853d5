import type { Events } from '../platform/events/index.ts'
import type { Projects } from '../projects/index.ts'
import { reportedEvents, type DescribeEvent } from './describe-event.ts'
import type { ProjectEvents } from './project-events.ts'

type Parts = {
  events: Events
  projects: Projects
  describeEvent: DescribeEvent
  projectEvents: ProjectEvents
}

/** Records the events of other capabilities for the event stream of their project. */
export const recordEvents = ({ events, projects, describeEvent, projectEvents }: Parts): void => {
  for (const type of Object.keys(reportedEvents)) {
    events.subscribe(type, 'project-events', async (event) => {
      const project = await projects.get(event.scope)
      const projectEvent = project && (await describeEvent(project, event))
      if (projectEvent) await projectEvents.append(project, projectEvent)
    })
  }
}
