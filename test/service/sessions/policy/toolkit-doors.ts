import type { TestService } from '../../../support/start-service.ts'
import type { Session } from './tool-doors.ts'

/** Answers of which of the toolkits a door knows. */
type ToolkitDoor = (
  client: TestService['client'],
  session: Session,
  slugs: readonly string[],
) => Promise<string[]>

const list: ToolkitDoor = async ({ sessions }, session) =>
  (await sessions.toolkits({ ...session, query: {} })).items
    .filter(({ enabled }) => enabled)
    .map(({ slug }) => slug)

const listNamed: ToolkitDoor = async ({ sessions }, session, slugs) =>
  (await sessions.toolkits({ ...session, query: { toolkits: [...slugs] } })).items
    .filter(({ enabled }) => enabled)
    .map(({ slug }) => slug)

/** 422: the session may connect the toolkit, but there is nothing to connect. */
const link: ToolkitDoor = ({ sessions }, session, slugs) =>
  filterAsync(slugs, (toolkit) =>
    sessions.link({ ...session, body: { toolkit } }).then(
      () => true,
      (error) => isOpen(error, [422], [403, 404]),
    ),
  )

const manageConnections: ToolkitDoor = async ({ sessions }, session, slugs) => {
  const { data } = await sessions.executeMeta({
    ...session,
    body: { slug: 'SVC_MANAGE_CONNECTIONS', arguments: { toolkits: slugs } },
  })
  return (data['results'] as { toolkit: string; message: string }[])
    .filter(({ message }) => !message.includes('The session has no toolkit'))
    .map(({ toolkit }) => toolkit)
}

const waitForConnections: ToolkitDoor = async ({ sessions }, session, slugs) => {
  const { data } = await sessions.executeMeta({
    ...session,
    body: {
      slug: 'SVC_WAIT_FOR_CONNECTIONS',
      arguments: { toolkits: [...slugs, 'no-such-toolkit'], timeout_seconds: 1 },
    },
  })
  return slugs.filter((slug) => !(data['unknown'] as string[]).includes(slug))
}

/**
 * By slug of the meta tool that has to be in force, or by another name where the door is always
 * there.
 */
export const toolkitDoors: Record<string, ToolkitDoor> = {
  list,
  listNamed,
  link,
  SVC_MANAGE_CONNECTIONS: manageConnections,
  SVC_WAIT_FOR_CONNECTIONS: waitForConnections,
}

/**
 * The toolkits that requests go to past their tools, or would with a connection (404) or a named
 * account (400).
 */
export const proxyDoor: ToolkitDoor = ({ sessions }, session, slugs) =>
  filterAsync(slugs, (toolkit) =>
    sessions
      .proxyExecute({
        ...session,
        body: { toolkit_slug: toolkit, endpoint: '/past', method: 'GET' },
      })
      .then(
        () => true,
        (error: { status: number; message: string }) =>
          isOpen(error, [400, 404], error.message.includes('no toolkit') ? [404] : [403]),
      ),
  )

const isOpen = (
  { status, message }: { status: number; message: string },
  open: number[],
  shut: number[],
): boolean => {
  if (shut.includes(status)) return false
  if (open.includes(status)) return true
  throw new Error(`A door said what this test does not know: ${status} ${message}`)
}

const filterAsync = async (
  slugs: readonly string[],
  check: (slug: string) => Promise<boolean>,
): Promise<string[]> => {
  const checked = await Promise.all(slugs.map(async (slug) => ((await check(slug)) ? [slug] : [])))
  return checked.flat()
}
