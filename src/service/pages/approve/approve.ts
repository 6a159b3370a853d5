import type { Context, Hono } from 'hono'
import type { Environment, OnError } from '../../endpoint/index.ts'
import { approvalDecision } from '../../../contract/session-approvals.ts'
import type { ApprovalPage } from '../../approvals/index.ts'
import { isSameOrigin, readBrowser, startBrowser, toFormToken } from '../hosted/browser.ts'
import { answerPage } from '../hosted/layout.ts'
import { readForm } from '../hosted/read-form.ts'
import { rejectedFormPage } from '../hosted/error-pages.ts'
import { createShowPage } from '../hosted/show-page.ts'
import { textsOf } from '../texts/index.ts'
import { decidedPage, unknownPage } from './decided-page.ts'
import { questionPage } from './question-page.ts'

type Parts = { approvalPage: ApprovalPage; publicUrl: () => string; onError: OnError }

/**
 * Serves `/approve/{token}`: the page on which a user decides on one call of an agent.
 *
 * A GET decides nothing, and the form is accepted only from a browser that was shown the page,
 * which excludes link previews and other sites. Where a model may know the URL, the page asks for a
 * proof, which excludes automated browsers.
 */
export const mountApprove = (
  app: Hono<Environment>,
  { approvalPage, publicUrl, onError }: Parts,
): void => {
  const page = createShowPage({ undone: 'notDecided', onError })
  const isSecure = () => publicUrl().startsWith('https:')
  const tokenOf = (context: Context) => context.req.param('token') ?? ''
  const ticketOf = (context: Context) => context.req.query('ticket')

  app.get(
    '/approve/:token',
    page('approve.open', async (context) => {
      const token = tokenOf(context)
      const view = await approvalPage.open(token, { ticket: ticketOf(context) })
      if (!view) return answerPage(context, unknownPage(textsOf(context)))
      if (view.status !== 'pending')
        return answerPage(context, decidedPage(textsOf(context), view, view.status))
      return answerPage(
        context,
        questionPage(
          textsOf(context),
          view,
          toFormToken(readBrowser(context, isSecure()) ?? startBrowser(context, isSecure()), token),
        ),
      )
    }),
  )

  app.post(
    '/approve/:token',
    page('approve.decide', async (context) => {
      const token = tokenOf(context)
      const browser = readBrowser(context, isSecure())
      const fields = await readForm(context.req.raw)
      const isOwnForm =
        browser !== undefined &&
        isSameOrigin(context, publicUrl()) &&
        fields?.get('form_token') === toFormToken(browser, token)
      const decision = approvalDecision.safeParse(fields?.get('decision'))
      if (!isOwnForm || !decision.success)
        return answerPage(
          context,
          rejectedFormPage(
            textsOf(context),
            `/approve/${encodeURIComponent(token)}${new URL(context.req.url).search}`,
          ),
        )
      const view = await approvalPage.decide(token, decision.data, {
        ticket: ticketOf(context),
        code: fields?.get('code') || undefined,
      })
      if (!view) return answerPage(context, unknownPage(textsOf(context)))
      return answerPage(
        context,
        view.status === 'pending'
          ? questionPage(textsOf(context), view, toFormToken(browser, token))
          : decidedPage(textsOf(context), view, view.status),
      )
    }),
  )
}
