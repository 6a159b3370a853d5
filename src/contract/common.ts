import { z } from 'zod'
import { mapOf } from './map-of.ts'

/** JSON objects in answers whose fields the interface does not define. Requests use `jsonInput`. */
export const jsonObject = z.record(z.string(), z.unknown())

export const timestamp = z.string().describe('ISO 8601, UTC')

/** Lifetime of a key or a signed URL: one minute to ten years. */
export const expirySeconds = z
  .number()
  .int()
  .min(60)
  .max(10 * 365 * 24 * 60 * 60)

export const prefixedId = (prefix: string, noun: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}_[0-9A-Za-z]{1,64}$`),
      `must be the id of ${noun}, which begins with "${prefix}_"`,
    )
    .max(prefix.length + 65)
    .describe(`Id of ${noun}`)

export const authConfigId = prefixedId('ac', 'an auth config')
export const connectedAccountId = prefixedId('ca', 'a connected account')
export const sessionId = prefixedId('trs', 'a tool router session')
export const projectId = prefixedId('pr', 'a project')
export const logId = prefixedId('log', 'a log entry')

/** Log id of the call that is answered. */
export const callLogId = z
  .string()
  .nullable()
  .describe(
    'Null if the call was made but its log entry could not be written, for example because the database is full: the result is still valid',
  )
/** Arguments of the answered call that were read otherwise than they came. */
export const parsedArguments = z
  .array(z.string())
  .optional()
  .describe(
    'The arguments that came as texts of JSON where the tool takes an object or a list, and were parsed',
  )
export const approvalId = prefixedId('apr', 'an approval')
export const mcpKeyId = prefixedId('mk', 'an MCP key of a session')
export const resultHandle = prefixedId('res', 'a stored result')
export const importId = prefixedId('imp', 'an import')
export const toolkitChangeId = prefixedId('chg', 'a change of a toolkit')
export const triggerInstanceId = prefixedId('ti', 'a trigger instance')
export const webhookSubscriptionId = prefixedId('ws', 'a webhook subscription')
export const webhookDeliveryId = prefixedId('wd', 'a webhook delivery')

export const userId = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\S([\s\S]*\S)?$/, 'must not begin or end with spaces')
  .describe('Your id of the user whose accounts are used')

/** The URL to which a browser is redirected: absolute, without user name and password. */
export const callbackUrl = z
  .url({ protocol: /^https?$/ })
  .max(4096)
  .refine((url) => !/^[a-z]+:\/*[^/?#]*@/i.test(url), 'must not hold a user name or password')

/** Toolkit slugs are lower-case; input in any case is accepted. */
export const toolkitSlug = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[0-9A-Za-z_-]+$/, 'must be letters, digits, "_" and "-"')
  .toLowerCase()
  .describe('Slug of a toolkit, case-insensitive, for example github')
export const toolSlug = z.string().min(1).max(255).describe('For example GITHUB_CREATE_ISSUE')
export const upperCaseSlug = z
  .string()
  .min(1)
  .max(255)
  .toUpperCase()
  .describe('Slug of a trigger type, case-insensitive')

/** Maximum number of toolkits and of tools in a list or map of a request. */
export const maximumToolkits = 2_000
export const maximumTools = 10_000

export const authScheme = z.enum([
  'OAUTH2',
  'OAUTH1',
  'API_KEY',
  'BASIC',
  'BEARER_TOKEN',
  'BASIC_WITH_JWT',
  'NO_AUTH',
  'GOOGLE_SERVICE_ACCOUNT',
  'SERVICE_ACCOUNT',
  'DCR_OAUTH',
  'S2S_OAUTH2',
  'SAML',
  'BILLCOM_AUTH',
  'CALCOM_AUTH',
])
export type AuthScheme = z.infer<typeof authScheme>

export const version = z
  .string()
  .min(1)
  .max(64)
  .describe('`latest`, or a version such as 20261121_00')

const versionText = z.string().max(64)

/** `latest`, or a version per toolkit: `toolkit_versions[github]=20261121_00` in a query. */
export const toolkitVersions = z
  .union([versionText, mapOf(versionText, versionText, maximumToolkits)])
  .describe('`latest`, or a version per toolkit; the newest for toolkits without one')
export type ToolkitVersions = z.infer<typeof toolkitVersions>

/** The maximum length of a request's URL. */
const queryText = z.string().max(16_384)
const maximumListed = 1_000

/**
 * A list in a query: comma-separated, as repeated keys or as `key[]=`. An empty list does not
 * filter.
 */
export const queryList = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .union([z.array(queryText).max(maximumListed), queryText, z.null()])
    .transform((value) =>
      (Array.isArray(value) ? value : (value ?? '').split(','))
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .transform((entries) => (entries.length === 0 ? undefined : entries))
    .pipe(z.array(item).max(maximumListed).optional())

/**
 * User ids in a query, in their stored form, so that records whose id would be refused today are
 * found too.
 */
export const queryUserIds = (what: string) =>
  queryList(z.string().max(255))
    .optional()
    .describe(`${what}; write an id that contains a comma as \`user_ids[]=\``)

export const queryBoolean = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'null', '']), z.null()])
  .transform((value) =>
    value === 'null' || value === '' || value === null
      ? undefined
      : value === true || value === 'true' || value === '1',
  )

export const queryNumber = <T extends z.ZodType<unknown, number>>(number: T) =>
  z
    .union([
      z.number(),
      z
        .string()
        .max(16)
        .regex(/^-?\d{1,15}$/, 'must be a whole number'),
      z.literal(['', 'null']),
      z.null(),
    ])
    .transform((value) =>
      value === '' || value === 'null' || value === null ? undefined : Number(value),
    )
    .pipe(number.optional())

const maximumLimit = 1000

/** The fields of every paginated query; `limit` 20 by default. */
export const pageQuery = {
  limit: queryNumber(z.number().int().min(1).max(maximumLimit))
    .optional()
    .describe('Items per page: 1 to 1000, 20 by default'),
  cursor: z
    .string()
    .max(512)
    .nullish()
    .describe('`next_cursor` of the previous page; omit it for the first page'),
}

/** As `pageQuery`, in a JSON body. */
export const pageBody = {
  limit: z.number().int().min(1).max(maximumLimit).nullish(),
  cursor: z.string().max(512).nullish(),
}

/** One page of a list (spec 2.1). */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next_cursor: z.string().nullable(),
    total_pages: z.number(),
    current_page: z.number(),
    total_items: z.number(),
  })

export const success = z.object({ success: z.boolean() })

/** The answer to a body that restricts (`restricts` of its endpoint). */
export const withWarnings = <Shape extends z.ZodRawShape>(answer: z.ZodObject<Shape>) =>
  answer.extend({
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        'Unknown fields of the request, which have no effect, and valid settings that should be changed',
      ),
  })
