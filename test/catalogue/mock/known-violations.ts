import type { Judgement } from './judge-recipe.ts'

type Known = {
  slugs: string[]
  /** Of what the mock says against a request; several are separated by "; ". */
  says: RegExp
  why: string
}

/** Where not the request is wrong, but the description that stands in, or what the mock makes of it. */
const known: Known[] = [
  {
    slugs: ['slack'],
    says: /must have required property 'token'/,
    why: 'its old description has the credential as a parameter too',
  },
  {
    slugs: ['outlook', 'excel', 'one_drive', 'sharepoint', 'microsoft_teams'],
    says: /must have required property '@odata\.type'/,
    why: 'the conversion demands what the service only answers',
  },
  {
    slugs: ['gmail'],
    says: /^body(?:\.message)?\.raw: .*(?:pattern|format "byte")/,
    why: 'its conversion has the alphabet of base64, where Gmail takes base64url',
  },
  {
    slugs: ['sharepoint'],
    says: /^query\.\$select/,
    why: 'the argument takes any names separated by commas, and the generator makes one up',
  },
  {
    slugs: ['googlecontacts'],
    says: /\/v1\/people\/me\/connections/,
    why: 'no variable of the mock holds a slash',
  },
  {
    slugs: ['bitbucket'],
    says: /must have required property 'type'|No supported content types|query\.state/,
    why: 'its description demands the types that answers have, lacks a body, and repeats no state',
  },
  {
    slugs: ['trello'],
    says: /'idorganizations'/,
    why: 'its description demands every filter of a search',
  },
  {
    slugs: ['firecrawl'],
    says: /formats\.\d+: .*(?:allowed values|string)/,
    why: 'the collected description is of version 1, which had other formats',
  },
  {
    slugs: ['sentry'],
    says: /must have required property/,
    why: 'its description demands all that can be changed, and each status detail',
  },
  {
    slugs: ['intercom'],
    says: /must match format "uuid"/,
    why: 'its description demands 24 characters and a format of 36',
  },
  {
    slugs: ['notion'],
    says: /^body(?::|\.parent|\.rich_text|\.children|\.icon|\.cover)/,
    why: 'the collected description is older than the version that the recipe asks for',
  },
  {
    slugs: ['openai'],
    says: /^body\.(?:tools|tool_choice|text|input)/,
    why: 'the argument takes every kind that the description tells apart',
  },
  {
    slugs: ['stripe'],
    says: /^body\.\S+: .* must have required property|Cannot deserialize JSON object array/,
    why: 'the mock makes nested objects that a form does not hold, and reads no lists of them',
  },
  {
    slugs: ['box', 'jira', 'openai', 'telegram', 'twilio'],
    says: /(?:mdfilters\.\d+|attributes|properties\.\d+|expires_after): .* must be object|reply_markup: |must be array/,
    why: 'the mock does not parse what a form or a query holds',
  },
]

/** What the mock says against a request that is not known to be no fault of it. */
export const faultsIn = (slug: string, { reason = '' }: Judgement): string[] =>
  reason
    .replace(/ \([A-Z]+ \/.*$/s, '')
    .split(/; (?=(?:body|query|path|header)[:.])/)
    .filter((each) => !known.some(({ slugs, says }) => slugs.includes(slug) && says.test(each)))
