import { z } from 'zod'
import { ownFields } from '../import-auth.ts'
import { triggerRequest, valuePath } from '../import-trigger-request.ts'
import { mapOf } from '../map-of.ts'
import { answerConditions } from './conditions.ts'

const accountField = z
  .string()
  .max(64)
  .regex(/^[0-9A-Za-z_.-]{1,64}$/, 'must be letters, digits, "_", "." and "-"')

/**
 * A request made with the account's credential. `{account.name}` stands for a value of the account
 * that is not secret.
 */
const accountRequest = triggerRequest

/** Whose account it is; each is a path in the answer of the verification request. */
const accountIdentity = z.strictObject({
  id: valuePath.min(1).optional(),
  name: valuePath.min(1).optional(),
  email: valuePath.min(1).optional(),
  login: valuePath.min(1).optional(),
  workspace: valuePath.min(1).optional().describe('Team, organization, site or tenant'),
  url: valuePath.min(1).optional(),
})
export type AccountIdentity = z.output<typeof accountIdentity>

/** Values that only the API knows, asked for once the user has agreed. */
const accountLookUp = z.strictObject({
  request: accountRequest,
  items: valuePath
    .optional()
    .describe('Where the choices are; absent: the answer itself is the only one'),
  where: z
    .array(
      z.strictObject({
        path: valuePath.min(1),
        one_of: z
          .array(z.union([z.string().max(500), z.boolean(), z.number()]))
          .min(1)
          .max(50),
      }),
    )
    .max(10)
    .optional()
    .describe('Only choices for which all of this holds'),
  set: mapOf(accountField, valuePath.min(1), 10)
    .refine((paths) => Object.keys(paths).length > 0, 'must name at least one field')
    .refine(
      (paths) => Object.keys(paths).every((name) => !ownFields.has(name)),
      `must not name one of ${[...ownFields].join(', ')}`,
    )
    .describe('Field of the account -> path within the chosen one, such as {"cloud_id": "id"}'),
  label: valuePath.min(1).optional().describe('What a user reads of a choice; default: the values'),
  several: z
    .enum(['ask', 'first'])
    .default('ask')
    .describe('Where there are several: the user chooses, or the first one is taken'),
})
export type AccountLookUp = z.output<typeof accountLookUp>

/** What is done once when an account is connected. */
export const accountRecipe = z.strictObject({
  look_ups: z
    .array(accountLookUp)
    .max(5)
    .default([])
    .describe(
      'In order, before the verification. One whose values are given with the connection is left out; one that finds nothing ends the connection',
    ),
  verification: z
    .strictObject({
      request: accountRequest.describe('A cheap read that needs nothing but the credential'),
      refused: answerConditions
        .optional()
        .describe('What tells that the credential is refused; default: 401 or 403'),
      identity: accountIdentity.optional(),
    })
    .optional(),
})
export type AccountRecipe = z.output<typeof accountRecipe>
