import { z } from 'zod'
import { jsonInput } from './json-input.ts'
import { settingLimits } from './json-limits.ts'
import { mapOf } from './map-of.ts'

const placeholders = '`{config.name}` is replaced by a value of the configuration'

/** Path of a value in a JSON document: names and indexes, separated by dots. */
export const valuePath = z
  .string()
  .max(200)
  .regex(/^(?:[^.\s{}]+(?:\.[^.\s{}]+)*)?$/, 'must be names joined by dots, such as data.items')
  .describe('Names joined by dots, such as `data.items`; empty for the whole')

const shortText = z
  .string()
  .max(2000)
  .regex(/^[^\0\r\n]*$/, 'must be one line of text')
const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name')

const name = z.string().min(1).max(100)

/** A request that a trigger sends to the toolkit's API, with the account's credential. */
export const triggerRequest = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  path: shortText
    .min(1)
    .regex(
      /^(?:\/(?![/\\])|https?:\/\/)/,
      'must begin with one "/", or be an absolute address at a host of the toolkit',
    )
    .describe(
      `Path below the toolkit's base URL, or an absolute address at one of its hosts; ${placeholders}`,
    ),
  query: mapOf(name, shortText, 30)
    .optional()
    .describe('Entries whose value is missing are omitted'),
  headers: mapOf(headerName, shortText, 20).optional(),
  body: jsonInput(settingLimits)
    .optional()
    .describe('Sent as JSON; a text that is one placeholder becomes its value'),
})
export type TriggerRequest = z.output<typeof triggerRequest>

/** Condition for items that fire the trigger. */
export const itemCondition = z.strictObject({
  path: valuePath,
  equals: z
    .union([shortText, z.array(shortText).min(1).max(50)])
    .optional()
    .describe(
      'One of these, as text; if it refers to a configuration value that was not set, every item matches; one that is a list stands for each of its values. Absent: there must be a value',
    ),
})
export type ItemCondition = z.output<typeof itemCondition>

/** Converts an item to the payload. */
export const payloadSelection = z
  .union([valuePath, mapOf(name, valuePath, 100)])
  .describe(
    'A path within the item, or one for each property of the payload; default: the whole item',
  )
export type PayloadSelection = z.output<typeof payloadSelection>

/** Fields that identify an item, to detect duplicates. */
export const itemIdentity = z.array(valuePath.min(1)).min(1).max(5)
