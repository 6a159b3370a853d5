import { Plugboard, PlugboardError, type AgentTool } from 'plugboard'
import { contract, openApiDocument, type SessionConfig } from 'plugboard/contract'
import { compileSchema, describeIssues, toZodObject } from 'plugboard/schema'
import { verifyWebhook, type WebhookEvent } from 'plugboard/webhooks'

export const listTools = async (): Promise<AgentTool[]> => {
  const plugboard = new Plugboard({ baseUrl: 'http://127.0.0.1:8787', apiKey: 'key' })
  const session = await plugboard.createSession('ada', { toolkits: ['github'] })
  const userId: SessionConfig['user_id'] = session.userId
  if (userId === '')
    throw new PlugboardError('misconfigured', 'No user', { suggestedFix: 'Name one' })
  // @ts-expect-error An id is text: this fails where the types do not arrive.
  const id: number = session.id
  // @ts-expect-error A session has no such option.
  await plugboard.createSession('ada', { toolkit: ['github'] })
  return id === 0 ? [] : session.tools({ search: 'create an issue' })
}

export const userOf = (body: unknown): string => contract.sessions.create.body.parse(body).user_id

export const document: Record<string, unknown> = openApiDocument({ url: 'http://127.0.0.1:8787' })

export const receive = async (request: Request, secret: string): Promise<string | undefined> => {
  const event: WebhookEvent = await verifyWebhook(request, secret)
  // @ts-expect-error Not every event says why it happened: this fails where the types do not arrive.
  event.data.reason satisfies string | undefined
  return event.type === 'svc.trigger.disabled' ? event.data.reason : event.id
}

const issue = toZodObject({
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' } },
})

export const repair = (given: unknown): string[] => {
  const checked = compileSchema({ type: 'object', required: ['title'] }).validate(given)
  // @ts-expect-error The schema has no such property: this fails where the types do not arrive.
  issue.pick({ body: true })
  return checked.ok ? [] : describeIssues(checked.issues)
}
