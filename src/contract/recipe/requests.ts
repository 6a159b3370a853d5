import { z } from 'zod'
import { jsonValueInput } from '../json-input.ts'
import { settingLimits } from '../json-limits.ts'
import { mapOf } from '../map-of.ts'
import { appliesTo, headerName } from './conditions.ts'

/** A value for an argument of tools. */
const requestParameter = z
  .strictObject({
    name: z.string().min(1).max(200).describe('Name of the argument'),
    value: jsonValueInput(settingLimits).describe(
      'A constant, or a text in which `{account.name}` stands for a value of the account',
    ),
    mode: z
      .enum(['fixed', 'default'])
      .default('fixed')
      .describe('`fixed`: models do not see the argument; `default`: they may give another value'),
    applies_to: appliesTo,
  })
  .describe('A value that the service supplies')

/** The service sets these itself. */
const ownHeaders =
  /^(?:host|content-.*|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive|proxy-.*|authorization|cookie)$/i

/** What every request of the toolkit holds beside what its description says. */
export const requestRules = z.strictObject({
  headers: mapOf(
    headerName,
    z
      .string()
      .max(2000)
      .regex(/^[\t\x20-\x7e]*$/, 'must be one line of plain text'),
    20,
  )
    .refine(
      (headers) => Object.keys(headers).every((name) => !ownHeaders.test(name)),
      'must not name headers of the connection, of the content or of the credential, which `auth` places',
    )
    .default({})
    .describe(
      'Headers of every request to the API, such as {"Notion-Version": "2025-09-03"}; `{account.name}` stands for a value of the account, and a header whose value the account lacks is left out',
    ),
  parameters: z.array(requestParameter).max(200).default([]),
  hidden: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200).describe('Name of the argument'),
        applies_to: appliesTo,
      }),
    )
    .max(200)
    .default([])
    .describe('Arguments that models do not see and that are not sent'),
})
export type RequestRules = z.output<typeof requestRules>
