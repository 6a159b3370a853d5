import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Recipe } from '../../src/contract/recipe/recipe.ts'
import { collectedData } from '../support/collected-data.ts'

/** Files of the collected descriptions that stand in for what a recipe names, by slug. */
const files: Record<string, string> = {
  asana: 'asana.yaml',
  bigquery: 'bigquery.json',
  bitbucket: 'bitbucket.json',
  box: 'box.json',
  clickup: 'clickup.json',
  confluence: 'confluence.json',
  datadog: 'datadog.yaml',
  digitalocean: 'digitalocean.json',
  discord: 'discord.json',
  exa: 'exa.yaml',
  figma: 'figma.yaml',
  firecrawl: 'firecrawl.json',
  gitlab: 'gitlab.json',
  gmail: 'gmail.json',
  googleanalytics: 'googleanalytics.json',
  googlecalendar: 'googlecalendar.json',
  googlechat: 'googlechat.json',
  googlecontacts: 'googlecontacts.json',
  googledocs: 'googledocs.json',
  googledrive: 'googledrive.json',
  googleforms: 'googleforms.json',
  googlesearchconsole: 'googlesearchconsole.json',
  googlesheets: 'googlesheets.json',
  googleslides: 'googleslides.json',
  googletasks: 'googletasks.json',
  intercom: 'intercom.yaml',
  jira: 'jira.json',
  klaviyo: 'klaviyo.json',
  linear: 'linear.graphql',
  mailchimp: 'mailchimp.json',
  monday: 'monday.graphql',
  notion: 'notion.json',
  openai: 'openai.yaml',
  pagerduty: 'pagerduty.json',
  paypal: 'paypal-invoicing.json',
  resend: 'resend.json',
  sendgrid: 'sendgrid.json',
  sentry: 'sentry.json',
  slack: 'slack.json',
  spotify: 'spotify.yaml',
  square: 'square.json',
  stripe: 'stripe.json',
  telegram: 'telegram.json',
  trello: 'trello.json',
  twilio: 'twilio.json',
  twitter: 'twitter.json',
  vercel: 'vercel.json',
  xero: 'xero.yaml',
  youtube: 'youtube.json',
  zoom: 'zoom.json',
}

/** The beta of Microsoft's API, which stands in for the version that the recipes name. */
const graph = 'microsoftgraph-beta.json'
for (const slug of ['excel', 'microsoft_teams', 'one_drive', 'outlook', 'sharepoint'])
  files[slug] = graph

/** The path of the collected description of a toolkit; undefined where none was collected. */
export const collectedDescription = (slug: string): string | undefined => {
  if (slug === 'github') return existsSync(githubDescription) ? githubDescription : undefined
  const file = files[slug]
  if (file === undefined) return undefined
  const path = collectedData(`apis/${file}`)
  return existsSync(path) ? path : undefined
}

/** GitHub's own, as `npm run test:github` keeps it. */
const githubDescription = new URL('../../.cache/octokit/23.0.2.json', import.meta.url).pathname

export const readDescription = (path: string): string => readFileSync(path, 'utf8')

/** A description as its text and, if it is not GraphQL, as what it says. */
export const parseDescription = (
  path: string,
): { text: string; document: Record<string, unknown> | undefined } => {
  const text = readDescription(path)
  if (path.endsWith('.graphql')) return { text, document: undefined }
  const document: unknown = path.endsWith('.yaml') ? parse(text) : JSON.parse(text)
  return { text, document: document as Record<string, unknown> }
}

/** What a recipe is imported with in the place of its addresses; undefined: it declares all itself. */
export const sourceOf = ({ description, slug }: Recipe) => {
  const path = description.kind === 'none' ? undefined : collectedDescription(slug)
  if (path === undefined) return undefined
  const [text, url] = [readDescription(path), description.base_url ?? description.urls[0] ?? '']
  return description.kind === 'graphql' ? { graphql: { url, schema: text } } : { openapi: text }
}
