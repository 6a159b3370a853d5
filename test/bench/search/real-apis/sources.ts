import { collectedData } from '../../../support/collected-data.ts'
import { collectedDescription, readDescription } from '../../../catalogue/descriptions.ts'
import { readRecipe, readRecipeText, recipeSlugs } from '../../../catalogue/read-recipe.ts'
import type { Source } from './import-toolkits.ts'

/**
 * The catalogue in which the use cases are asked: toolkits of different fields, and often two or
 * three of the same, as a project with several teams has them.
 */
const mixed = [
  'airtable',
  'asana',
  'calendly',
  'datadog',
  'digitalocean',
  'discord',
  'figma',
  'firecrawl',
  'github',
  'gitlab',
  'gmail',
  'googleanalytics',
  'googlecalendar',
  'googledocs',
  'googledrive',
  'googlesheets',
  'hubspot',
  'intercom',
  'jira',
  'mailchimp',
  'notion',
  'pagerduty',
  'salesforce',
  'sentry',
  'shopify',
  'slack',
  'spotify',
  'stripe',
  'twilio',
  'twitter',
  'typeform',
  'vercel',
  'xero',
  'zendesk',
  'zoom',
]

/** Descriptions without a recipe, as a project imports those of its own services. */
const bare = { hubspot_deals: 'hubspot-deals.json' }

export const mixedSources = (): Source[] => [
  ...mixed.map((slug) => toSource(slug)),
  ...Object.entries(bare).map(([slug, file]) => ({
    slug,
    description: { openapi: readDescription(collectedData(`apis/${file}`)) },
  })),
]

/** Recipes, usually all, that can be imported without the network. */
export const allSources = (among: readonly string[] = recipeSlugs): Source[] =>
  among.filter((slug) => isImportable(slug)).map((slug) => toSource(slug))

const isImportable = (slug: string): boolean => {
  const { kind } = readRecipe(slug).description
  return kind === 'none' || (kind !== 'mcp' && collectedDescription(slug) !== undefined)
}

const toSource = (slug: string): Source => {
  const { description } = readRecipe(slug)
  const recipe = readRecipeText(slug)
  if (description.kind === 'none') return { slug, recipe }
  const path = collectedDescription(slug)
  if (path === undefined) throw new Error(`The description of ${slug} was not collected`)
  const text = readDescription(path)
  const url = description.base_url ?? description.urls[0] ?? ''
  return {
    slug,
    recipe,
    description:
      description.kind === 'graphql' ? { graphql: { url, schema: text } } : { openapi: text },
  }
}
