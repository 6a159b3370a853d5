// The part of an app that the README shows for approvals; the rest of the app is declared here.
import { Plugboard } from 'plugboard'
import { verifyWebhook } from 'plugboard/webhooks'

/** The part of a Hono app that is used here. */
declare const app: {
  post: (path: string, handler: Handler) => void
  get: (path: string, middleware: (c: Context) => Promise<void>, handler: Handler) => void
}
type Handler = (c: Context) => Promise<Response>
type Context = {
  req: { raw: Request; query: () => Record<string, string> }
  get: (key: 'user') => { id: string }
  body: (body: null, status: 204) => Response
  redirect: (location: string) => Response
}
declare const requireSignIn: (c: Context) => Promise<void>
declare const slack: {
  chat: { postMessage: (message: { channel: string; text: string }) => Promise<unknown> }
}
declare const mailer: {
  sendMail: (mail: { to: string; subject: string; text: string }) => Promise<unknown>
}
declare const slackIdOf: (userId: string | null) => string
declare const emailOf: (userId: string | null) => string

const plugboard = new Plugboard()

app.post('/plugboard', async (c) => {
  const event = await verifyWebhook(c.req.raw, process.env.WEBHOOK_SECRET)
  if (event.type === 'svc.approval.requested' && event.data.code) {
    const { tool_slug, approval_url, code } = event.data
    const text = `An agent wants to call ${tool_slug}. To decide, enter ${code} at ${approval_url}`
    const { user_id } = event.metadata
    await slack.chat.postMessage({ channel: slackIdOf(user_id), text }) // Slack: a direct message
    await mailer.sendMail({ to: emailOf(user_id), subject: 'Approve a call?', text }) // or e-mail
  }
  return c.body(null, 204)
})

app.get('/approve-sign-in', requireSignIn, async (c) => {
  const { session_id = '', approval_id = '' } = c.req.query()
  const session = await plugboard.useSession(session_id)
  const { approval_url } = await session.approvals.createTicket(approval_id, {
    userId: c.get('user').id,
  })
  return c.redirect(approval_url)
})
