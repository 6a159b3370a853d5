/**
 * Proves the recipes that are projects of their own: each is installed from its lock file with the
 * tarball of `plugboard`, started as its reader starts it, and creates an issue when it is asked.
 *
 * `.ci/run --full` runs it after `npm run build`. `node prove.ts <folder> [recipe …]` keeps the
 * installations there for another run, and can try less.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serveOpenai } from '../../adapters/serve-openai.ts'
import { root } from '../../package/manifest.ts'
import { runOrThrow } from '../../package/run.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { installProject } from '../support/install-project.ts'
import { createIssue } from '../support/create-issue.ts'
import { startSample } from '../support/start-sample.ts'

type Recipe = {
  name: string
  build?: readonly string[]
  /** The command that starts it; `settings` are environment variables. */
  toCommand: (port: number, settings: Record<string, string>) => readonly string[]
  /** Asks the user's agent and returns what it says. */
  ask: (url: string, userId: string, prompt: string) => Promise<Response>
}

const recipes: readonly Recipe[] = [
  {
    name: 'cloudflare-agents',
    toCommand: (port, settings) => [
      'node_modules/.bin/wrangler',
      'dev',
      '--port',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ],
    ask: (url, userId, prompt) =>
      fetch(`${url}/agents/assistant/${userId}`, { method: 'POST', body: prompt }),
  },
  {
    name: 'vercel-workflow',
    build: ['node_modules/.bin/nitro', 'build'],
    toCommand: () => [process.execPath, '.output/server/index.mjs'],
    ask: (url, userId, prompt) =>
      fetch(`${url}/api/assistant`, {
        method: 'POST',
        body: JSON.stringify({ userId, prompt }),
      }),
  },
]

const prove = async (recipe: Recipe, folder: string): Promise<void> => {
  const source = join(root, 'examples/recipes', recipe.name)
  await installProject(source, folder)
  await cp(source, folder, {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  })
  const [build, ...buildOptions] = recipe.build ?? []
  if (build !== undefined) await runOrThrow(join(folder, build), buildOptions, folder)

  const titles = ['The door of the office is broken', 'The lift is stuck']
  await using model = await serveOpenai(
    ...titles.flatMap((title) => [createIssue(title), createIssue(title)]),
  )
  const sample = await startSample(folder)
  const port = await findFreePort()
  const settings = {
    PLUGBOARD_BASE_URL: sample.url,
    PLUGBOARD_API_KEY: sample.apiKey,
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'none',
  }
  const [command = '', ...options] = recipe.toCommand(port, settings)
  const application = spawn(command, options, {
    cwd: folder,
    // Wrangler asks an address of the internet for the place of its user, unless it is told not to.
    env: {
      ...process.env,
      ...settings,
      PORT: String(port),
      CI: 'true',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  try {
    while (!(await fetch(url).catch(() => null))) {
      assert(application.exitCode === null, `${recipe.name} ended before it listened`)
      await pause(200)
    }
    for (const title of titles) {
      const answer = await recipe.ask(url, 'ada', `Create an issue: ${title}`)
      const text = await answer.text()
      assert(answer.ok, `${recipe.name} answered ${answer.status}: ${text}`)
      assert.match(text, /TRACKER_CREATE_ISSUE/)
      assert.equal(await sample.countIssues(title), 1)
    }
    console.log(`passed: ${recipe.name} created an issue for each request`)
  } finally {
    if (application.exitCode === null && application.kill()) await once(application, 'exit')
    await sample.stop()
  }
}

const [kept, ...chosen] = process.argv.slice(2)
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'plugboard-recipes-')))
try {
  for (const recipe of recipes)
    if (chosen.length === 0 || chosen.includes(recipe.name))
      await prove(recipe, join(folder, recipe.name))
} finally {
  if (kept === undefined) await rm(folder, { recursive: true })
}
