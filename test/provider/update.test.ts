import { expect, test } from 'vitest'
import { z } from 'zod'
import { customTool } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { openNotes } from './open-notes.ts'

const notes = openNotes()

test('a session works by its new configuration, its meta tools and approvals too', async () => {
  verifies('toolkit.update')
  const { plugboard } = notes()
  const session = await plugboard.createSession('ada', { toolkits: ['open'] })
  const [tool] = await session.tools({ tools: ['OPEN_DELETE_NOTE'] })
  expect(await session.needsApproval('OPEN_DELETE_NOTE')).toBe(false)
  expect((await session.tools()).map(({ slug }) => slug)).toContain('SVC_MANAGE_CONNECTIONS')

  await session.update({
    approvals: { tools: ['OPEN_DELETE_NOTE'] },
    manage_connections: false,
    if_config_version: session.configVersion,
  })
  expect(session.configVersion).toBe(2)
  expect(session.config).toMatchObject({
    toolkits: { enabled: ['open'] },
    approvals: { tools: ['OPEN_DELETE_NOTE'] },
  })
  expect(await session.needsApproval('OPEN_DELETE_NOTE')).toBe(true)
  expect(await tool?.execute({ id: '1' })).toMatchObject({
    successful: false,
    data: { status: 'pending_approval' },
  })
  expect((await session.tools()).map(({ slug }) => slug)).not.toContain('SVC_MANAGE_CONNECTIONS')

  await session.update({ approvals: null, toolkits: ['notes'] })
  expect(await tool?.execute({ id: '1' })).toMatchObject({
    successful: false,
    error: expect.stringContaining('rules of this session'),
  })
})

test('a change of manage_connections leaves no links without confirmation, unless it says so', async () => {
  verifies('toolkit.update')
  const { plugboard } = notes()
  const session = await plugboard.createSession('ada')
  const confirmation = () => session.config.manage_connections.confirmation
  for (const manage_connections of [null, true, { enable: true }]) {
    await session.update({ manage_connections })
    expect(confirmation()).toBe('code')
  }
  await session.update({ manage_connections: { callback_url: 'https://app.example/done' } })
  expect(confirmation()).toBe('callback')
  await session.update({ manage_connections: { enable: true, confirmation: null } })
  expect(confirmation()).toBeUndefined()
  await session.update({ tags: ['readOnlyHint'] })
  expect(confirmation()).toBeUndefined()
})

test('a change is refused when another process made one meanwhile, or when it holds an unknown field', async () => {
  const { plugboard } = notes()
  const session = await plugboard.createSession('ada')
  const other = await plugboard.useSession(session.id)
  await other.update({ tags: ['readOnlyHint'] })

  await expect(
    session.update({ toolkits: ['open'], if_config_version: session.configVersion }),
  ).rejects.toMatchObject({ slug: 'conflict', status: 409 })
  const misspelt = { toolkits: ['open'], tag: ['readOnlyHint'] }
  await expect(session.update({ ...misspelt })).rejects.toMatchObject({
    errors: ['body.tag: is unknown; did you mean "tags"?'],
  })
  expect((await plugboard.useSession(session.id)).config).toEqual(other.config)
})

test('each of several processes runs the custom tools that it attached', async () => {
  verifies('sessions.attach.merge')
  const { plugboard } = notes()
  const made = (slug: string) =>
    customTool({ slug, description: slug, input: z.object({}), execute: () => ({ ran: slug }) })
  const session = await plugboard.createSession('ada', { customTools: [made('first')] })
  const other = await plugboard.useSession(session.id, {
    customTools: [made('second')],
    customToolkits: [{ slug: 'kit', name: 'Kit', description: 'Kit', tools: [made('third')] }],
  })

  expect(await session.execute('LOCAL_FIRST')).toMatchObject({ data: { ran: 'first' } })
  expect(await other.execute('LOCAL_SECOND')).toMatchObject({ data: { ran: 'second' } })
  expect(await other.execute('LOCAL_KIT_THIRD')).toMatchObject({ data: { ran: 'third' } })
  const { tools } = await session.search('first second third')
  expect(tools.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['LOCAL_FIRST']))
})
