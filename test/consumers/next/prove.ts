/**
 * Proves an application of Next.js: a route handler with the tools of a session, and a page with
 * `useChat` on which a person approves one call and denies another, in Chromium.
 *
 * It installs the lock file of this folder outside the tree; `.ci/run --full` runs it after
 * `npm run build`, with TEST_CHROMIUM. `node prove.ts <folder>` keeps the installation there.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../../src/client/index.ts'
import { runOrThrow } from '../../package/run.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { chromiumPath, openBrowser } from '../../support/open-browser.ts'
import { installProject } from '../support/install-project.ts'
import { answerFor, serveModel, taskFor } from '../support/serve-model.ts'
import { startSample } from '../support/start-sample.ts'

assert(chromiumPath, 'TEST_CHROMIUM has to name a Chromium')
const kept = process.argv[2]
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'plugboard-next-')))
const next = join(folder, 'node_modules/.bin/next')
process.env['NEXT_TELEMETRY_DISABLED'] = '1'

const startApplication = async (environment: Record<string, string>) => {
  const port = await findFreePort()
  const child = spawn(next, ['start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) {
    assert(child.exitCode === null, 'next start ended')
    await pause(200)
  }
  return {
    url,
    stop: async () => {
      if (child.exitCode === null && child.kill()) await once(child, 'exit')
    },
  }
}

/** Types a task into a new chat and presses the button when the application asks. */
const chat = async (url: string, title: string, button: 'Approve' | 'Deny'): Promise<string> => {
  await using browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 720, height: 480 } })
  await page.goto(url)
  await page.getByLabel('Message').fill(taskFor(title))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: button }).waitFor()
  assert.equal(await sample.countIssues(title), 0, 'nothing happens before the decision')
  const shots = process.env['TEST_SCREENSHOTS']
  if (shots) {
    await mkdir(shots, { recursive: true })
    await page.screenshot({ path: join(shots, `next-${button.toLowerCase()}.png`) })
  }
  await page.getByRole('button', { name: button }).click()
  const answer = page.getByLabel('assistant').locator('p').last()
  await page.waitForFunction(() =>
    /^(?!Tool: )/.test(
      document.querySelector('[aria-label=assistant] p:last-of-type')?.textContent ?? 'Tool: ',
    ),
  )
  if (shots) await page.screenshot({ path: join(shots, `next-${button.toLowerCase()}-done.png`) })
  return (await answer.textContent()) ?? ''
}

await installProject(import.meta.dirname, folder)
await cp(join(import.meta.dirname, 'app'), join(folder, 'app'), { recursive: true })
console.log(await runOrThrow(next, ['build'], folder))
const model = await serveModel(20)
const sample = await startSample(folder)
const client = createClient({ baseUrl: sample.url, apiKey: sample.apiKey })
const { session_id: sessionId } = await client.sessions.create({
  body: { user_id: 'ada', approvals: { tools: ['TRACKER_CREATE_ISSUE'] } },
})
const application = await startApplication({
  PLUGBOARD_BASE_URL: sample.url,
  PLUGBOARD_API_KEY: sample.apiKey,
  MODEL_URL: `${model.modelUrl}/v1`,
  SESSION_ID: sessionId,
  APPROVAL_SECRET: 'a secret of the application for its approvals',
})
try {
  const approved = await chat(application.url, 'The lift is stuck', 'Approve')
  assert.equal(approved, answerFor('The lift is stuck'))
  assert.equal(await sample.countIssues('The lift is stuck'), 1)
  const denied = await chat(application.url, 'The door is broken', 'Deny')
  assert.match(denied, /denied/i)
  assert.equal(await sample.countIssues('The door is broken'), 0)
  console.log('passed: one call was approved in the browser and made once, one denied and not made')
} finally {
  await application.stop()
  await sample.stop()
  await model.close()
  if (kept === undefined) await rm(folder, { recursive: true })
}
