import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { mimeMessage } from '../../../src/contract/recipe/mime-message.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

const inBody = { in: 'body', schema: { type: 'string' } }

const recipeOf = (url: string) => ({
  recipe: 1,
  slug: 'post',
  name: 'Post',
  description: { kind: 'none', base_url: url },
  auth: [{ scheme: 'BEARER_TOKEN' }],
  tools: [
    {
      slug: 'POST_SEND_EMAIL',
      declare: {
        method: 'POST',
        path: '/send',
        parameters: { raw: { ...inBody, required: true }, threadId: inBody },
      },
      encode: { as: 'mime_message', into: 'raw', required: ['to'] },
      arguments: { to: 'Whom it goes to' },
    },
    {
      slug: 'POST_CREATE_DRAFT',
      declare: {
        method: 'POST',
        path: '/drafts',
        parameters: {
          message: { in: 'body', required: true, schema: { type: 'object' } },
          label: inBody,
        },
      },
      encode: { as: 'mime_message', into: 'message.raw', move: { threadId: 'message.threadId' } },
    },
  ],
})

const startPost = async () => {
  const upstream = await startUpstream((_request, response) => json(response, 200, { id: 'm1' }))
  const service = await startService({ egressAllow: [upstream.host] })
  const report = await importToolkit(service, { recipe: recipeOf(upstream.url) })
  expect(report.warnings).toEqual([])
  const { auth_config: authConfig } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'post' } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfig.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'BEARER_TOKEN', val: { token: 't-123456' } },
      },
    },
  })
  const execute = (slug: string, args: Record<string, unknown>) =>
    service.client.tools.execute({
      params: { tool_slug: slug },
      body: { user_id: 'ada', arguments: args },
    })
  const sent = (): Record<string, unknown> => JSON.parse(upstream.received.at(-1)?.body ?? '{}')
  return { upstream, service, execute, sent }
}

const decode = (raw: unknown): Buffer => {
  expect(raw).toMatch(/^[A-Za-z0-9_-]+$/)
  return Buffer.from(String(raw), 'base64url')
}

/** By another parser than the one of the library that composes. */
const parse = (raw: unknown): Promise<Email> => PostalMime.parse(decode(raw))

const headersOf = (raw: unknown, name: string): string[] =>
  decode(raw)
    .toString('latin1')
    .split('\r\n\r\n', 1)[0]!
    .split(/\r\n(?![ \t])/)
    .filter((line) => line.toLowerCase().startsWith(`${name}:`))

describe('an argument that the service writes as an email', () => {
  it('is composed of recipients, subject, text, HTML and attachments', async () => {
    verifies('executions.encode')
    const { execute, sent, service } = await startPost()
    const upload = await service.client.files.upload({
      query: { filename: 'Übersicht.csv', mimetype: 'text/csv' },
      content: new TextEncoder().encode('a,b\n1,2\n'),
    })
    const outcome = await execute('POST_SEND_EMAIL', {
      to: ['Ann Exämple <ann@example.com>', 'bob@example.com'],
      cc: ['"Doe, Jane" <jane@example.com>'],
      bcc: ['audit@example.com'],
      subject: 'Grüße — ✓',
      text: 'Hello\nAnn: ✓\n.\nend',
      html: '<p>Hello <b>Ann</b> ✓</p>',
      attachments: [
        { base64: Buffer.from([0, 1, 2, 255]).toString('base64'), filename: 'a.bin' },
        { s3key: upload.s3key },
      ],
    })
    expect(outcome).toMatchObject({ error: null, data: { id: 'm1' } })
    const body = sent()
    expect(Object.keys(body)).toEqual(['raw'])
    const email = await parse(body['raw'])
    expect(email).toMatchObject({
      to: [
        { name: 'Ann Exämple', address: 'ann@example.com' },
        { name: '', address: 'bob@example.com' },
      ],
      cc: [{ name: 'Doe, Jane', address: 'jane@example.com' }],
      bcc: [{ address: 'audit@example.com' }],
      subject: 'Grüße — ✓',
      attachments: [
        { filename: 'a.bin', disposition: 'attachment' },
        { filename: 'Übersicht.csv', mimeType: 'text/csv', disposition: 'attachment' },
      ],
    })
    expect(email.from).toBeUndefined()
    expect(email.text?.trimEnd()).toBe('Hello\nAnn: ✓\n.\nend')
    expect(email.html?.trimEnd()).toBe('<p>Hello <b>Ann</b> ✓</p>')
    const contents = email.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))
    expect([contents[0]?.toString('hex'), contents[1]?.toString()]).toEqual([
      '000102ff',
      'a,b\n1,2\n',
    ])
  })

  it('answers a message within its thread, also as a draft', async () => {
    verifies('executions.encode')
    const { execute, sent } = await startPost()
    const reply = {
      to: ['ann@example.com'],
      subject: 'Re: Plan',
      text: 'Yes.',
      in_reply_to: '<b@mail.example.com>',
      references: ['<a@mail.example.com>', 'b@mail.example.com'],
      threadId: 'thread-1',
    }
    expect(await execute('POST_SEND_EMAIL', reply)).toMatchObject({ error: null })
    const { raw, ...rest } = sent()
    expect(rest).toEqual({ threadId: 'thread-1' })
    const email = await parse(raw)
    expect(email.inReplyTo).toBe('<b@mail.example.com>')
    expect(email.references).toBe('<a@mail.example.com> <b@mail.example.com>')

    const draft = { ...reply, to: undefined, label: 'l1', from: 'Ada <ada@alias.example>' }
    expect(await execute('POST_CREATE_DRAFT', draft)).toMatchObject({ error: null })
    const { message, ...beside } = sent() as { message: Record<string, unknown> }
    expect(beside).toEqual({ label: 'l1' })
    expect(message).toEqual({ raw: expect.any(String), threadId: 'thread-1' })
    expect(await parse(message['raw'])).toMatchObject({
      from: { name: 'Ada', address: 'ada@alias.example' },
      inReplyTo: '<b@mail.example.com>',
    })
  })

  it('is no argument of the tool; its parts are', async () => {
    verifies('executions.encode')
    const { service, execute, upstream } = await startPost()
    const { input_parameters: input } = await service.client.tools.get({
      params: { tool_slug: 'POST_SEND_EMAIL' },
    })
    expect(Object.keys(input['properties'] ?? {})).toEqual([
      'threadId',
      ...Object.keys(mimeMessage.shape),
    ])
    expect(input).toMatchObject({
      required: ['to'],
      properties: { to: { description: 'Whom it goes to', maxItems: 100 } },
    })
    for (const args of [{ text: 'x' }, { to: ['ann@example.com'], raw: 'eA' }])
      expect((await execute('POST_SEND_EMAIL', args)).error).toContain('are not valid')
    expect(upstream.received).toEqual([])
  })

  it.each([
    ['a line break in the subject', { subject: 'Hi\r\nBcc: eve@example.com' }, 'subject'],
    ['a line break in an address', { to: ['ann@example.com\r\nBcc: eve@example.com'] }, 'to'],
    ['a line break in a name', { cc: ['Ann\nX: y <ann@example.com>'] }, 'cc'],
    ['two addresses in one', { to: ['ann@example.com, eve@example.com'] }, 'to'],
    ['a group of addresses', { to: ['All: ann@example.com, eve@example.com;'] }, 'to'],
    ['no address', { bcc: ['Ann Example'] }, 'bcc'],
    ['two Message-IDs in one', { in_reply_to: '<a@x> <b@x>' }, 'in_reply_to'],
    ['an unknown upload', { attachments: [{ s3key: 'file_unknown00000' }] }, 'attachments.0'],
  ])('refuses %s before anything is sent', async (_name, change, argument) => {
    verifies('executions.encode.rejected')
    const { execute, upstream } = await startPost()
    const { error } = await execute('POST_SEND_EMAIL', { to: ['ann@example.com'], ...change })
    expect(error).toMatch(/POST_SEND_EMAIL (?:are not valid|make no request)/)
    expect(error).toContain(argument)
    expect(upstream.received).toEqual([])
  })

  it('refuses attachments that are too large together', async () => {
    verifies('executions.encode.rejected')
    const { service, execute, upstream } = await startPost()
    const content = new Uint8Array(10 * 1024 * 1024)
    const { s3key } = await service.client.files.upload({ query: { filename: 'a' }, content })
    const { error } = await execute('POST_SEND_EMAIL', {
      to: ['ann@example.com'],
      attachments: [{ s3key }, { s3key }],
    })
    expect(error).toContain('"attachments.1": the attachments have more than 18 MB together')
    expect(upstream.received).toEqual([])
  })

  it('lets no value become another header', async () => {
    verifies('executions.encode.rejected')
    const { execute, sent } = await startPost()
    const { error } = await execute('POST_SEND_EMAIL', {
      to: ['"Ann\u2028Bcc: eve@example.com" <ann@example.com>'],
      subject: `${'long '.repeat(150)}Bcc: eve@example.com`,
      text: 'Bcc: eve@example.com\r\n\r\nBcc: eve@example.com',
      attachments: [
        {
          base64: Buffer.from('x').toString('base64'),
          filename: 'a"; x="b.txt',
          content_type: 'multipart/mixed; boundary="b"',
        },
      ],
    })
    expect(error).toBeNull()
    const { raw } = sent()
    const email = await parse(raw)
    expect(headersOf(raw, 'bcc')).toEqual([])
    expect(email.bcc).toBeUndefined()
    expect(email.to).toMatchObject([{ address: 'ann@example.com' }])
    expect(email.attachments).toMatchObject([
      { filename: 'a"; x="b.txt', disposition: 'attachment' },
    ])
  })

  it('is reported where the toolkit has no such argument', async () => {
    verifies('imports.recipe.unmatched')
    const service = await startService()
    const recipe = recipeOf('https://post.example')
    const tools = recipe.tools.map((tool) => ({
      ...tool,
      encode: { ...tool.encode, into: 'mime' },
    }))
    const report = await importToolkit(service, { recipe: { ...recipe, tools } })
    expect(report.warnings.map(({ message }) => message)).toContain(
      'recipe.tools.0.encode.into: the description has no "argument \\"mime\\""',
    )
  })
})
