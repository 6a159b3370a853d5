import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toCommands } from '../../src/cli/to-commands.ts'

test.each([
  ['GET /api/v3/toolkits lists the toolkits of this project', 'plugboard toolkits list lists'],
  ['GET /api/v3/toolkits/available lists all', 'plugboard toolkits available lists'],
  ['list the tools with GET /api/v3/tools', 'with plugboard tools list'],
  ['PATCH /api/v3/connected_accounts/ca_1/status', 'plugboard accounts enable ca_1'],
  ['PATCH /api/v3/auth_configs/ac_1/DISABLED', 'plugboard auth-configs disable ac_1'],
  ['POST /api/v3/connected_accounts/ca_1/refresh.', 'plugboard accounts reconnect ca_1.'],
  ['GET /api/v3/trigger_instances/active?show_disabled=true', 'plugboard triggers list --all'],
  ['POST /api/v3/tool_router/session', 'plugboard sessions create --user <id>'],
  [
    'GET /api/v3/tool_router/session/trs_1/approvals lists',
    'plugboard approvals list --session trs_1 lists',
  ],
  ['GET /api/v3/webhook_subscriptions/{id}/deliveries', 'plugboard deliveries list --webhook <id>'],
  ['PATCH /api/v3/tool_router/session/{session_id} and', '--param session_id=<session_id> and'],
  ['import again with `accept_host_change: true`', 'again with --accept-host-change'],
  ['Nothing of it is one: GET /hooks/x', 'GET /hooks/x'],
])('a fix is a command: %j', async (text, command) => {
  expect(await toCommands(text)).toContain(command)
})

test('every operation that the service names is a command', async () => {
  const folder = new URL('../../src/service/', import.meta.url)
  const texts = globSync('**/*.ts', { cwd: folder }).flatMap(
    (file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .replaceAll(/\$\{[^}]*\}/g, 'x')
        .match(/(?:GET|POST|PATCH|DELETE) \/api\/v3\/[\w/{}-]*[\w}]/g) ?? [],
  )
  expect(texts.length).toBeGreaterThan(40)
  for (const text of new Set(texts))
    expect(await toCommands(text), text).toMatch(/^plugboard [a-z]/)
})
