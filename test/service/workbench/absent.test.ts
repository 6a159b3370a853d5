import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNode } from '../../support/start-node.ts'
import { isThorough } from '../../support/thorough.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A copy of the sources whose packages are all there but one. */
const copyWithout = async (absent: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-absent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(root, 'src'), join(folder, 'src'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await mkdir(join(folder, 'node_modules'))
  const packages = (await readdir(join(root, 'node_modules'))).filter(
    (name) => name !== absent && !name.startsWith('.'),
  )
  await Promise.all(
    packages.map((name) =>
      symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name)),
    ),
  )
  return folder
}

it.runIf(isThorough)(
  'without its interpreter there is no workbench, and results are read by parts',
  async () => {
    verifies('workbench.absent')
    const folder = await copyWithout('just-bash')
    const node = await startNode(
      {
        PLUGBOARD_DATA: join(folder, 'data'),
        PLUGBOARD_FIRST_API_KEY: `pbk_${'a1'.repeat(20)}`,
      },
      join(folder, 'src/cli/index.ts'),
    )
    await expect.poll(node.stdout).toContain('pbk_')
    const key = /pbk_\w+/.exec(node.stdout())?.[0] ?? ''
    const request = async (path: string, body: unknown) => {
      const response = await fetch(`${node.url}/api/v3/tool_router/session${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const { body: session } = await request('', { user_id: 'ada' })
    expect(session['tool_router_tools']).toEqual([
      'SVC_SEARCH_TOOLS',
      'SVC_GET_TOOL_SCHEMAS',
      'SVC_MULTI_EXECUTE_TOOL',
      'SVC_MANAGE_CONNECTIONS',
      'SVC_READ_RESULT',
    ])
    expect(
      (
        await request(`/${String(session['session_id'])}/execute_meta`, {
          slug: 'SVC_REMOTE_BASH_TOOL',
          arguments: { command: 'ls' },
        })
      ).status,
    ).toBe(404)
  },
)
