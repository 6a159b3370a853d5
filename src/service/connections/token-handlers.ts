import type { contract } from '../../contract/contract.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { UserTickets } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'

type Parts = { tickets: UserTickets; catalog: Catalog; publicUrl: () => string }

export const connectTokenHandlers = ({
  tickets,
  catalog,
  publicUrl,
}: Parts): Handlers<typeof contract.connectTokens> => ({
  create: async ({ body }, { project }) => {
    const known = await catalog.listToolkits(project)
    const unknown = body.toolkits?.filter((slug) => !known.has(slug)) ?? []
    if (unknown.length > 0)
      throw new ServiceError('invalid_request', 'The connect token names unknown toolkits', {
        suggestedFix: 'GET /api/v3/toolkits lists the toolkits of this project',
        errors: unknown.map((slug) => `body.toolkits: there is no toolkit "${slug}"`),
      })
    const { text, ticket } = await tickets.create(project, {
      userId: body.user_id,
      toolkits: body.toolkits,
      origins: body.allowed_origins,
      expiresInSeconds: body.expires_in_seconds,
    })
    return {
      status: 201,
      body: {
        token: text,
        user_id: ticket.userId,
        toolkits: ticket.toolkits && [...ticket.toolkits],
        allowed_origins: [...ticket.origins],
        expires_at: ticket.expiresAt,
        // In the fragment, which no server and no `Referer` gets.
        connections_url: `${publicUrl()}/connections#${text}`,
      },
    }
  },
  revoke: async ({ query }, { project }) => {
    await tickets.revoke(project, query.user_id)
    return { status: 200, body: { success: true } }
  },
})
