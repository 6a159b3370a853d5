import { z } from 'zod'

/** Line breaks and other control characters would end a header. */
const line = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .regex(/^\P{Cc}*$/u, 'must not contain line breaks or other control characters')

const mailbox = String.raw`[^\s<>()[\]\\,;:@"\p{Cc}]+@[^\s<>()[\]\\,;:@"\p{Cc}]+`
const name = String.raw`[^"<>\p{Cc}]*`

/** One address, with or without a name; the groups are name, name in quotes, address, address. */
export const addressPattern = new RegExp(
  `^(?:(?:(${name})|"(${name})" *)<(${mailbox})>|(${mailbox}))$`,
  'u',
)

const address = z
  .string()
  .max(500)
  .regex(
    addressPattern,
    'must be one address, such as ann@example.com or "Ann Example <ann@example.com>"',
  )
const text = z.string().max(1_000_000)
const messageId = z
  .string()
  .max(500)
  .regex(/^<?[^\s<>]+>?$/, 'must be one Message-ID, such as <abc@mail.example.com>')

/** The parts of an email that a model gives in the place of its MIME source. */
export const mimeMessage = z.strictObject({
  to: z
    .array(address)
    .max(100)
    .optional()
    .describe(
      'Recipients, one address each: "ann@example.com", or with a name "Ann Example <ann@example.com>"',
    ),
  cc: z.array(address).max(100).optional().describe('Recipients of a copy'),
  bcc: z.array(address).max(100).optional().describe('Recipients whom the others do not see'),
  from: address.optional().describe('Another sender address of the account; default: its own'),
  reply_to: address.optional().describe('Where answers go, if not to the sender'),
  subject: line(998).optional(),
  text: text.optional().describe('The message as plain text'),
  html: text.optional().describe('The message as HTML; with `text`, readers choose'),
  attachments: z.array(z.unknown()).max(20).optional().describe('At most 18 MB together'),
  in_reply_to: messageId
    .optional()
    .describe('Header Message-ID of the message that is answered, such as <abc@mail.example.com>'),
  references: z
    .array(messageId)
    .max(100)
    .optional()
    .describe(
      'Header References of the message that is answered, one Message-ID each; `in_reply_to` is added',
    ),
})
export type MimeMessage = z.output<typeof mimeMessage>
