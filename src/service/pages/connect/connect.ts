import type { Context, Hono } from 'hono'
import type { Environment, OnError } from '../../endpoint/index.ts'
import type { Connecting, ConnectOutcome } from '../../accounts/index.ts'
import { clientMetadata } from '../../auth-schemes/index.ts'
import { isCrossSite, readBrowser, startBrowser, toFormToken } from '../hosted/browser.ts'
import { answerPage } from '../hosted/layout.ts'
import { readForm } from '../hosted/read-form.ts'
import { oversizedPage, rejectedFormPage } from '../hosted/error-pages.ts'
import { createShowPage } from '../hosted/show-page.ts'
import { lookOf } from '../hosted/look.ts'
import { stylesOf } from '../hosted/styles.ts'
import { textsOf } from '../texts/index.ts'
import { answerIn, choicePage } from './choice-page.ts'
import { formPage, valuePrefix } from './form-page.ts'
import { deadPage, outcomePage } from './outcome-page.ts'
import { ServiceError } from '../../service-error.ts'

type Parts = {
  connecting: Connecting
  publicUrl: () => string
  onError: OnError
}

/**
 * The pages on which a user connects an account: `/connect/{link_token}`, and the callback of
 * providers.
 */
export const mountConnect = (
  app: Hono<Environment>,
  { connecting, publicUrl, onError }: Parts,
): void => {
  const page = createShowPage({ undone: 'notConnected', onError })
  const isSecure = () => publicUrl().startsWith('https:')

  /** Where the page can be loaded again, with nothing of the provider's answer in its address. */
  const leadOn = (context: Context, token: string): Response => {
    context.header('referrer-policy', 'no-referrer')
    context.header('cache-control', 'no-store')
    return context.redirect(`/connect/${token}`, 303)
  }

  const answerOutcome = (
    context: Context,
    outcome: ConnectOutcome,
    form: { token: string; browser: string; given: Record<string, string> } | undefined,
  ) => {
    const texts = textsOf(context)
    if (outcome.kind === 'waiting') return leadOn(context, outcome.token)
    if (outcome.kind === 'unchosen')
      return answerPage(
        context,
        form
          ? choicePage(texts, outcome.view, toFormToken(form.browser, form.token))
          : deadPage(texts, 'unknown'),
      )
    if (outcome.kind !== 'invalid') return answerPage(context, outcomePage(texts, outcome))
    const { view, problems } = outcome
    return answerPage(
      context,
      form
        ? formPage(texts, view, {
            formToken: toFormToken(form.browser, form.token),
            problems,
            given: form.given,
          })
        : deadPage(texts, 'unknown'),
    )
  }

  app.get('/connect/styles.css', (context) =>
    context.body(stylesOf(lookOf(context.req.query())), 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    }),
  )

  app.get(
    '/connect/:token',
    page('connect.open', async (context) => {
      const token = context.req.param('token') ?? ''
      const browser = readBrowser(context, isSecure())
      const opened = await connecting.open(token, browser)
      if ('dead' in opened) return answerPage(context, deadPage(textsOf(context), opened.dead))
      const formToken = toFormToken(browser ?? startBrowser(context, isSecure()), token)
      return answerPage(
        context,
        'choice' in opened
          ? choicePage(textsOf(context), opened.choice, formToken)
          : formPage(textsOf(context), opened.view, { formToken }),
      )
    }),
  )

  app.post(
    '/connect/:token',
    page('connect.submit', async (context) => {
      const token = context.req.param('token') ?? ''
      const browser = readBrowser(context, isSecure())
      const fields = await readForm(context.req.raw)
      if (!fields) return answerPage(context, oversizedPage(textsOf(context)))
      if (
        browser === undefined ||
        isCrossSite(context, publicUrl()) ||
        fields.get('form_token') !== toFormToken(browser, token)
      )
        return answerPage(context, rejectedFormPage(textsOf(context), `/connect/${token}`))
      const answer = answerIn(fields)
      if (answer !== undefined)
        return answerOutcome(context, await connecting.choose(token, browser, answer), {
          token,
          browser,
          given: {},
        })
      const given = Object.fromEntries(
        [...fields].flatMap(([name, value]) =>
          name.startsWith(valuePrefix) ? [[name.slice(valuePrefix.length), value]] : [],
        ),
      )
      return answerOutcome(context, await connecting.submit(token, browser, given), {
        token,
        browser,
        given,
      })
    }),
  )

  app.get('/oauth/client/:document', (context) => {
    const key = /^(cd_[\w-]{43})\.json$/.exec(context.req.param('document'))?.[1]
    if (key === undefined)
      throw new ServiceError('not_found', 'There is no such client document', {
        suggestedFix: 'Use the client_id that the service sent',
      })
    return context.json(clientMetadata(publicUrl(), key), 200, {
      'cache-control': 'public, max-age=3600',
    })
  })

  const complete = (redirectKey: (context: Context) => string | null) =>
    page('connect.complete', async (context) => {
      const answer = new URL(context.req.url).searchParams
      return answerOutcome(
        context,
        await connecting.complete({
          redirectKey: redirectKey(context),
          answer,
          browser: readBrowser(context, isSecure()) ?? startBrowser(context, isSecure()),
        }),
        undefined,
      )
    })
  app.get(
    '/oauth/callback',
    complete(() => null),
  )
  app.get(
    '/oauth/callback/:key',
    complete((context) => context.req.param('key') ?? ''),
  )
}
