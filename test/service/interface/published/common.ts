import { z } from 'zod'

/** An object whose shape is somebody else's. */
export const anyObject = z.record(z.string(), z.unknown())

export const time = z.iso.datetime()

export const texts = z.array(z.string())

export const id = (prefix: string) => z.string().startsWith(`${prefix}_`)

const pageFields = {
  next_cursor: z.string().nullable(),
  total_pages: z.int(),
  current_page: z.int(),
  total_items: z.int(),
}

/** A page of a list (spec 2.1). */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), ...pageFields })

/** The page of projects names its list otherwise (rule 14.2). */
export const pageOfData = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), ...pageFields })

export const success = z.object({ success: z.literal(true) })

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

export const fieldDescriptor = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: z.string(),
  required: z.boolean(),
  default: z.string().nullable(),
  is_secret: z.boolean(),
  user_visible: z.boolean(),
  url: z.string().optional(),
  one_of: z.array(z.string()).optional(),
})

const said = z.string().max(200).nullable()

/** Rule 8.17: whose account it is. */
export const owner = {
  identity: z
    .object({ id: said, name: said, email: said, login: said, workspace: said, url: said })
    .nullable(),
  verification: z.enum(['verified', 'unverified', 'none']),
  verified_at: time.nullable(),
}

/** spec 7. */
export const envelope = z.object({
  error: z.object({
    message: z.string().min(1),
    code: z.int(),
    slug: z.string().min(1),
    status: z.int(),
    request_id: z.string().optional(),
    suggested_fix: z.string().optional(),
    errors: texts.optional(),
  }),
})
