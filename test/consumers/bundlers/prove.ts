/**
 * Proves that agents of every framework run wherever agents run: each is bundled by every bundler
 * and makes one turn in every runtime, against a service and a model on loopback.
 *
 * It installs the lock file of this folder outside the tree; `.ci/run --full` runs it after
 * `npm run build`. `node prove.ts <folder> [bundler or agent …]` keeps
 * the installation there for another run, and can try less.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../package/manifest.ts'
import { bundles } from './bundles.ts'
import { makeProject } from './make-project.ts'
import { answerFor, serveModel, taskFor } from '../support/serve-model.ts'
import { startSample } from '../support/start-sample.ts'
import { createTable } from './table.ts'

const [kept, ...chosen] = process.argv.slice(2)
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'plugboard-bundlers-')))
const project = await makeProject(folder)
// The OpenAI adapter has two interfaces; their agents begin with its name.
for (const adapter of await readdir(join(root, 'adapters')))
  assert(
    adapter.includes('.') || project.agents.some((agent) => agent.startsWith(adapter)),
    `adapters/${adapter} has no agent in test/consumers/bundlers/agents`,
  )

const isChosen = (names: string[]) => (name: string) =>
  !names.some((each) => chosen.includes(each)) || chosen.includes(name)
const agents = project.agents.filter(isChosen(project.agents))
const tried = bundles.filter(({ name }) => isChosen(bundles.map((each) => each.name))(name))
const table = createTable(agents)
const runs = tried.flatMap(({ runtimes }) => runtimes).length * agents.length
const model = await serveModel(runs * 3)
const sample = await startSample(folder)
try {
  for (const { name, runtimes, lacks, make } of tried)
    for (const agent of agents) {
      const made = make(project, agent)
      made.catch(() => {}) // every runtime reports it
      for (const runtime of runtimes)
        await table.record(name, runtime.name, agent, async () => {
          const title = `${agent}, ${name}, ${runtime.name}`
          const running = made.then((file) =>
            runtime.run(project, file, {
              serviceUrl: sample.url,
              apiKey: sample.apiKey,
              modelUrl: model.modelUrl,
              gatewayUrl: model.gatewayUrl,
              task: taskFor(title),
            }),
          )
          const lacking = lacks?.[agent]
          if (lacking) {
            await assert.rejects(running, lacking)
            return 'framework cannot'
          }
          assert.equal(await running, answerFor(title))
          assert.equal(await sample.countIssues(title), 1)
          return 'yes'
        })
    }
} finally {
  await sample.stop()
  await model.close()
  if (kept === undefined) await rm(folder, { recursive: true })
}
table.print()
if (table.failures > 0) process.exitCode = 1
