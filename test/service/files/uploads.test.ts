import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { describeDrive, startDrive, type Drive } from './start-drive.ts'

const mebibyte = 1024 * 1024

let drive: Drive
let now = Date.parse('2030-01-01T00:00:00.000Z')
beforeAll(async () => {
  drive = await startDrive({ clock: { now: () => new Date(now) } })
})
afterAll(() => drive.close())

const upload = (
  bytes: Uint8Array,
  query: { filename?: string; mimetype?: string; md5?: string } = {},
) => drive.service.client.files.upload({ query, content: new Uint8Array(bytes) })

const execute = (tool_slug: string, args: Record<string, unknown>, client = drive.service.client) =>
  client.tools.execute({ params: { tool_slug }, body: { user_id: 'ada', arguments: args } })

describe('an upload', () => {
  it('has the media type of its extension where none is given', async () => {
    verifies('files.upload')
    const types = {
      'photo.PNG': 'image/png',
      'a.b.pdf': 'application/pdf',
      'sheet.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'notes.unheard-of': 'application/octet-stream',
      png: 'application/octet-stream',
      '.env': 'application/octet-stream',
    }
    for (const [filename, mimetype] of Object.entries(types))
      expect(await upload(Buffer.from('x'), { filename })).toMatchObject({ mimetype })
    expect(
      await upload(Buffer.from('x'), { filename: 'page.html', mimetype: 'text/plain' }),
    ).toMatchObject({ mimetype: 'text/plain' })
  })

  it('is taken as a file by a tool with a body of bytes, byte for byte', async () => {
    verifies('files.upload', 'files.argument', 'files.streamed')
    const bytes = randomBytes(20 * mebibyte + 7)
    const file = await upload(bytes, {
      filename: 'film.mp4',
      mimetype: 'video/mp4',
      md5: hash('md5', bytes).toUpperCase(),
    })
    const { s3key, expires_at: expiresAt, ...facts } = file
    expect(s3key).toMatch(/^file_\w+$/)
    expect(facts).toEqual({
      name: 'film.mp4',
      mimetype: 'video/mp4',
      size: bytes.length,
      md5: hash('md5', bytes),
      sha256: hash('sha256', bytes),
    })
    expect(Date.parse(expiresAt)).toBe(now + 3_600_000)

    expect(await execute('DRIVE_PUT_RAW', { body: { s3key } })).toMatchObject({
      successful: true,
      data: { size: bytes.length },
    })

    const [request] = drive.received.splice(0)
    expect(request).toMatchObject({
      sha256: hash('sha256', bytes),
      headers: { 'content-type': 'video/mp4', 'content-length': String(bytes.length) },
    })
    expect(request?.headers).not.toHaveProperty('transfer-encoding')
  })

  it('is taken in a form beside others, whole and as published SDKs name it', async () => {
    const [one, two] = [randomBytes(300_000), randomBytes(5)]
    const first = await upload(one, { filename: 'größe.bin' })
    const { s3key } = await upload(two)

    const answer = await execute('DRIVE_POST_FORM', {
      file: first,
      more: [
        { s3key, name: 'two.txt', mimetype: 'text/plain' },
        { base64: 'aGk=', filename: 'hi' },
      ],
      title: 'Both',
    })

    expect(answer).toMatchObject({ successful: true })
    const form = drive.received.splice(0)[0]?.form
    const parts = await Promise.all(
      ['file', 'more']
        .flatMap((name) => form?.getAll(name) ?? [])
        .map(async (part) =>
          part instanceof File ? [part.name, part.type, hash('md5', await part.bytes())] : part,
        ),
    )
    expect(parts).toEqual([
      ['größe.bin', 'application/octet-stream', hash('md5', one)],
      ['two.txt', 'text/plain', hash('md5', two)],
      ['hi', 'application/octet-stream', hash('md5', 'hi')],
    ])
    expect(form?.get('title')).toBe('Both')
  })

  it('is taken in a session, by its meta tools, over MCP and by the proxy', async () => {
    const bytes = randomBytes(200_000)
    const { s3key } = await upload(bytes)
    const { client, apiKey, url } = drive.service
    const session = await client.sessions.create({
      body: { user_id: 'ada', toolkits: { enable: ['drive'] } },
    })
    const params = { session_id: session.session_id }
    const args = { body: { s3key } }

    await client.sessions.execute({ params, body: { tool_slug: 'DRIVE_PUT_RAW', arguments: args } })
    await client.sessions.executeMeta({
      params,
      body: {
        slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: { tools: [{ tool_slug: 'DRIVE_PUT_RAW', arguments: args }] },
      },
    })
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: { tools: [{ tool_slug: 'DRIVE_PUT_RAW', arguments: args }] },
      },
    }
    const overMcp = await fetch(session.mcp.url, {
      method: 'POST',
      headers: {
        'x-api-key': apiKey,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify(call),
    })
    expect(overMcp.status, await overMcp.text()).toBe(200)
    expect(url).toBeDefined()
    const custom = { authScheme: 'NO_AUTH', toolkitSlug: 'drive', val: {} } as const
    const answer = await client.tools.proxy({
      body: {
        endpoint: '/raw',
        method: 'PUT',
        binary_body: { s3key },
        custom_connection_data: custom,
      },
    })

    expect(answer).toMatchObject({ status: 200, data: { size: bytes.length } })
    expect(drive.received.splice(0).map(({ sha256 }) => sha256)).toEqual(
      Array.from({ length: 4 }, () => hash('sha256', bytes)),
    )
  })

  it('is unknown in another project, after its expiry, and as a download', async () => {
    verifies('files.scope')
    const { service, host } = drive
    const file = await upload(randomBytes(10))
    const owner = createClient({ baseUrl: service.url, orgApiKey: service.orgApiKey })
    const other = await owner.projects.create({
      body: { name: 'Another', should_create_api_key: true },
    })
    const client = createClient({ baseUrl: service.url, apiKey: other.api_key ?? '' })
    await importToolkit(
      { client },
      { slug: 'drive', source: { openapi: describeDrive(`http://${host}`) } },
    )

    const refused = await execute('DRIVE_PUT_RAW', { body: { s3key: file.s3key } }, client)
    const never = await execute(
      'DRIVE_PUT_RAW',
      { body: { s3key: 'file_0123456789abcdefg' } },
      client,
    )

    expect(refused).toMatchObject({
      successful: false,
      error: expect.stringContaining('there is no upload'),
    })
    expect(await execute('DRIVE_PUT_RAW', { body: { s3key: 'nope' } })).toMatchObject({
      error: expect.stringContaining('there is no upload "nope"'),
    })
    expect(refused.error?.replaceAll(file.s3key, 'KEY')).toBe(
      never.error?.replaceAll('file_0123456789abcdefg', 'KEY'),
    )
    expect((await fetch(`${service.url}/files/${file.s3key}`)).status).toBe(404)
    now += 3_600_000
    expect(await execute('DRIVE_PUT_RAW', { body: { s3key: file.s3key } })).toMatchObject({
      successful: false,
      error: expect.stringContaining('POST /api/v3/files'),
    })
    expect(drive.received).toEqual([])
  })
})

describe('an upload as published SDKs make it', () => {
  const bytes = randomBytes(1_000_000)
  const body = {
    toolkit_slug: 'drive',
    tool_slug: 'DRIVE_PUT_RAW',
    filename: 'photo.png',
    mimetype: 'image/png',
    md5: hash('md5', bytes),
  }
  const ask = (more: Partial<typeof body> = {}) =>
    drive.service.client.files.requestUpload({ body: { ...body, ...more } })
  const put = (url: string, content: Uint8Array, type = 'image/png') =>
    fetch(url, {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: type === '' ? {} : { 'content-type': type },
    })

  it('goes to a signed address without a key, and its key is a file of the tool', async () => {
    verifies('files.granted', 'files.granted.new')
    const granted = await ask()
    expect(granted).toEqual({
      id: granted.key,
      key: expect.stringMatching(/^file_/),
      type: 'new',
      new_presigned_url: granted.newPresignedUrl,
      newPresignedUrl: expect.stringContaining('/files/uploads/'),
      metadata: { storage_backend: 's3' },
    })
    const file = { name: 'photo.png', mimetype: 'image/png', s3key: granted.key }
    expect(await execute('DRIVE_PUT_RAW', { body: file })).toMatchObject({ successful: false })

    // Sent twice, also at once, it is one file.
    const answers = await Promise.all([
      put(granted.new_presigned_url, bytes),
      put(granted.new_presigned_url, bytes, 'IMAGE/png; charset=binary'),
    ])
    expect(answers.map(({ status, headers }) => [status, headers.get('etag')])).toEqual([
      [200, `"${body.md5}"`],
      [200, `"${body.md5}"`],
    ])
    expect((await put(granted.new_presigned_url, bytes, '')).status).toBe(200)

    expect(await execute('DRIVE_PUT_RAW', { body: file })).toMatchObject({ successful: true })
    expect(drive.received.splice(0)).toMatchObject([
      { sha256: hash('sha256', bytes), headers: { 'content-type': 'image/png' } },
    ])
    expect((await ask()).type).toBe('new')
  })

  it('takes no other content, no other type, and no address that was changed or is over', async () => {
    const granted = await ask()
    const url = granted.new_presigned_url
    const errorOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { error: { message: string } }).error.message,
    ]

    expect(await errorOf(await put(url, randomBytes(1_000_000)))).toEqual([
      400,
      expect.stringContaining('The content has the MD5'),
    ])
    expect(await errorOf(await put(url, bytes, 'image/jpeg'))).toEqual([
      400,
      expect.stringContaining('image/jpeg'),
    ])
    const changed = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`
    expect(await errorOf(await put(changed, bytes))).toEqual([
      403,
      expect.stringContaining('was changed'),
    ])
    expect(await errorOf(await put(url.replace(/pr_\w+/, 'pr_0123456789abcdefg'), bytes))).toEqual([
      403,
      expect.stringContaining('its project was deleted'),
    ])
    now += 16 * 60_000
    expect(await errorOf(await put(url, bytes))).toEqual([
      403,
      expect.stringContaining('has ended'),
    ])
    expect(await execute('DRIVE_PUT_RAW', { body: { s3key: granted.key } })).toMatchObject({
      successful: false,
    })
  })
})

it('tells of the upload where base64 is too large for a body', async () => {
  verifies('files.base64')
  const base64 = randomBytes(4 * mebibyte).toString('base64')
  await expect(execute('DRIVE_PUT_RAW', { body: { base64 } })).rejects.toMatchObject({
    slug: 'invalid_request',
    message: expect.stringContaining('4194304 bytes'),
    suggestedFix: expect.stringContaining('POST /api/v3/files'),
  })
})
