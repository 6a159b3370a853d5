import type { TypedEvent } from '../../contract/event-data.ts'
import type { Events } from '../platform/events/index.ts'
import type { DescribeEvent } from '../project-events/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import type { Subscriptions } from './subscription.ts'

export type Announce = (event: TypedEvent<'svc.approval.requested'>) => void
type Parts = {
  events: Events
  projects: Projects
  describeEvent: DescribeEvent
  subscriptions: Subscriptions
  announce: Announce | undefined
}

/**
 * Whether a project has a way for users to prove their identity on approval pages: a code that a
 * webhook delivers or that the process which started the service shows (`announce`), or its own
 * sign-in page.
 */
export const createSupportsProof = ({
  events,
  projects,
  describeEvent,
  subscriptions,
  announce,
}: Parts) => {
  if (announce) {
    events.subscribe('approval.requested', 'host', async (event) => {
      const project = await projects.get(event.scope)
      const projectEvent = project && (await describeEvent(project, event))
      if (projectEvent?.type === 'svc.approval.requested')
        announce({ ...projectEvent, type: projectEvent.type })
    })
  }
  return async (project: Project): Promise<boolean> =>
    announce !== undefined ||
    Boolean(project.config.approval_sign_in_url) ||
    subscriptions.isSubscribed(project, 'svc.approval.requested')
}
