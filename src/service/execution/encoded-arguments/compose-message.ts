import { buffer } from 'node:stream/consumers'
import { addressPattern, type MimeMessage } from '../../../contract/recipe/mime-message.ts'
import { isStreamed } from '../../platform/outbound/index.ts'
import { loadFile, RequestBuildError, type LoadBinary } from '../http-request/index.ts'

/** In base64 about 25 MB, which is where mail servers stop. */
const mostAttached = 18 * 1024 * 1024

/**
 * An email as RFC 5322 source. Header values are encoded by the library, addresses go in as name and
 * address, so no text becomes another header or recipient.
 */
export const composeMessage = async (
  loadBinary: LoadBinary,
  message: MimeMessage,
): Promise<Buffer> => {
  const { from, reply_to: replyTo, in_reply_to: inReplyTo, references = [] } = message
  const thread = [...references, ...(inReplyTo === undefined ? [] : [inReplyTo])].map(toMessageId)
  // Few calls send mail: it is loaded by the first that does.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composed = new MailComposer({
    to: message.to?.map(toAddress),
    cc: message.cc?.map(toAddress),
    bcc: message.bcc?.map(toAddress),
    ...(from !== undefined && { from: toAddress(from) }),
    ...(replyTo !== undefined && { replyTo: toAddress(replyTo) }),
    ...(inReplyTo !== undefined && { inReplyTo: toMessageId(inReplyTo) }),
    ...(thread.length > 0 && { references: [...new Set(thread)] }),
    subject: message.subject?.toWellFormed(),
    text: message.text?.toWellFormed(),
    html: message.html?.toWellFormed(),
    attachments: await readAttachments(loadBinary, message.attachments ?? []),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
  }).compile()
  // The provider sends to these recipients, and removes the header.
  composed.keepBcc = true
  return composed.build()
}

const toMessageId = (text: string): string => `<${text.replaceAll(/[<>]/g, '')}>`

const toAddress = (text: string): { name: string; address: string } => {
  const [, name, quoted, named, plain] = addressPattern.exec(text) ?? []
  return { name: (quoted ?? name ?? '').trim().toWellFormed(), address: named ?? plain ?? '' }
}

type Attachment = { filename: string; contentType?: string; content: Buffer }

const readAttachments = async (
  loadBinary: LoadBinary,
  given: readonly unknown[],
): Promise<Attachment[]> => {
  const read: Attachment[] = []
  let size = 0
  for (const [index, value] of given.entries()) {
    const argument = `attachments.${index}`
    const { content, contentType, filename } = await loadFile(loadBinary, argument, value)
    size += isStreamed(content) ? content.size : content.byteLength
    if (size > mostAttached)
      throw new RequestBuildError(
        argument,
        `Argument "${argument}": the attachments have more than ${mostAttached / 1024 / 1024} MB together; share the files by a link instead`,
      )
    read.push({
      filename: filename ?? `attachment-${index + 1}`,
      // A part that says that it has parts would be read as such.
      ...(contentType !== undefined && !/^multipart\//i.test(contentType) && { contentType }),
      content: isStreamed(content) ? await buffer(content.read()) : Buffer.from(content),
    })
  }
  return read
}
