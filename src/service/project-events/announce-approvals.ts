import type { TypedEvent } from '../../contract/event-data.ts'
import type { Events } from '../platform/events/index.ts'
import type { Projects } from '../projects/project.ts'
import type { DescribeEvent } from './describe-event.ts'

type Announce = (event: TypedEvent<'svc.approval.requested'>) => void
type Parts = { events: Events; projects: Projects; describeEvent: DescribeEvent; announce: Announce }

/** Gives the process that started the service the codes of calls that wait, to show them to its user. */
export const announceApprovals = ({ events, projects, describeEvent, announce }: Parts): void =>
  events.subscribe('approval.requested', 'host', async (event) => {
    const project = await projects.get(event.scope)
    const told = project && (await describeEvent(project, event))
    if (told?.type === 'svc.approval.requested') announce({ ...told, type: told.type })
  })
