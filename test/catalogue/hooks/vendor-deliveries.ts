import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'

/** A delivery as it leaves the vendor. */
export type VendorDelivery = { headers: Record<string, string>; body: string }

type Vendor = {
  /** Written by the documentation of the vendor, and not by the recipe. */
  deliver(event: object, secret: string, at: Date): VendorDelivery
  /** A credential only: it says nothing about the content. */
  isToken?: boolean
  /** Whether the vendor says when it signed. */
  isTimed?: boolean
  /** How secrets of the vendor look. */
  toSecret?: (text: string) => string
}

const hmac = (
  secret: string,
  text: string,
  encoding: 'hex' | 'base64' = 'hex',
  algorithm = 'sha256',
): string => createHmac(algorithm, secret).update(text).digest(encoding)

/** The signature of the whole body in one header. */
const signed = (toHeaders: (secret: string, body: string) => Record<string, string>): Vendor => ({
  deliver: (event, secret) => {
    const body = JSON.stringify(event)
    return { body, headers: toHeaders(secret, body) }
  },
})

const token = (header: string): Vendor => ({
  isToken: true,
  deliver: (event, secret) => ({ body: JSON.stringify(event), headers: { [header]: secret } }),
})

/** A secret of Standard Webhooks, which both official packages read. */
const standardSecret = (text: string): string => `whsec_${Buffer.from(text).toString('base64')}`

/** Signers of the vendors that push events, by toolkit. */
export const vendors: Record<string, Vendor> = {
  // developers.asana.com/docs/webhooks-guide
  asana: signed((secret, body) => ({ 'X-Hook-Signature': hmac(secret, body) })),
  // support.atlassian.com/bitbucket-cloud/docs/manage-webhooks
  bitbucket: signed((secret, body) => ({ 'X-Hub-Signature': `sha256=${hmac(secret, body)}` })),
  // developer.clickup.com/docs/webhooksignature
  clickup: signed((secret, body) => ({ 'X-Signature': hmac(secret, body) })),
  // developers.cloudflare.com/notifications/get-started/configure-webhooks
  cloudflare: token('cf-webhook-auth'),
  // developers.figma.com/docs/rest-api/webhooks-security
  figma: {
    isToken: true,
    deliver: (event, secret) => ({
      headers: {},
      body: JSON.stringify({ event_type: 'FILE_UPDATE', passcode: secret, ...event }),
    }),
  },
  // docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
  github: signed((secret, body) => ({ 'X-Hub-Signature-256': `sha256=${hmac(secret, body)}` })),
  // docs.gitlab.com/user/project/integrations/webhooks
  gitlab: token('X-Gitlab-Token'),
  // linear.app/developers/webhooks
  linear: {
    isTimed: true,
    deliver: (event, secret, at) => {
      const body = JSON.stringify({ ...event, webhookTimestamp: at.getTime() })
      return { body, headers: { 'Linear-Signature': hmac(secret, body) } }
    },
  },
  // developers.notion.com/reference/webhooks
  notion: signed((secret, body) => ({ 'X-Notion-Signature': `sha256=${hmac(secret, body)}` })),
  // platform.openai.com/docs/guides/webhooks
  openai: {
    isTimed: true,
    toSecret: standardSecret,
    deliver: (event, secret, at) => {
      const body = JSON.stringify(event)
      return {
        body,
        headers: {
          'webhook-id': 'wh_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new StandardWebhook(secret).sign('wh_1', at, body),
        },
      }
    },
  },
  // learn.microsoft.com/graph/change-notifications-delivery-webhooks
  outlook: {
    isToken: true,
    deliver: (event, secret) => ({
      headers: {},
      body: JSON.stringify({ value: [{ clientState: secret, ...event }] }),
    }),
  },
  // developer.pagerduty.com/docs/verifying-webhook-signatures
  pagerduty: signed((secret, body) => ({ 'X-PagerDuty-Signature': `v1=${hmac(secret, body)}` })),
  // resend.com/docs/dashboard/webhooks/verify-webhooks-requests
  resend: {
    isTimed: true,
    toSecret: standardSecret,
    deliver: (event, secret, at) => {
      const body = JSON.stringify(event)
      return {
        body,
        headers: {
          'svix-id': 'msg_1',
          'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
          'svix-signature': new SvixWebhook(secret).sign('msg_1', at, body),
        },
      }
    },
  },
  // docs.sentry.io/organization/integrations/integration-platform/webhooks
  sentry: signed((secret, body) => ({ 'Sentry-Hook-Signature': hmac(secret, body) })),
  // docs.slack.dev/authentication/verifying-requests-from-slack
  slack: {
    isTimed: true,
    deliver: (event, secret, at) => {
      const body = JSON.stringify(event)
      const time = String(Math.floor(at.getTime() / 1000))
      return {
        body,
        headers: {
          'X-Slack-Request-Timestamp': time,
          'X-Slack-Signature': `v0=${hmac(secret, `v0:${time}:${body}`)}`,
        },
      }
    },
  },
  // core.telegram.org/bots/api#setwebhook
  telegram: token('X-Telegram-Bot-Api-Secret-Token'),
  // typeform.com/developers/webhooks/secure-your-webhooks
  typeform: signed((secret, body) => ({
    'Typeform-Signature': `sha256=${hmac(secret, body, 'base64')}`,
  })),
  // vercel.com/docs/webhooks/webhooks-api
  vercel: signed((secret, body) => ({
    'x-vercel-signature': hmac(secret, body, 'hex', 'sha1'),
  })),
}
