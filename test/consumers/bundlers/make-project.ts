import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { installProject } from '../support/install-project.ts'

/** A project outside this tree. */
export type Project = { folder: string; agents: string[] }

/** Where a bundle starts: in a runtime with a console, or in one that answers requests. */
const entries: Record<'program' | 'module' | 'listener', (agent: string) => string> = {
  program: (agent) => `import { run } from '../agents/${agent}.js'
run(JSON.parse(process.env.TURN)).then(
  (text) => console.log(text),
  (error) => { console.error(error); process.exitCode = 1 },
)
`,
  module: (agent) => `import { run } from '../agents/${agent}.js'
export default {
  fetch: async (request) => {
    try { return new Response(await run(await request.json())) }
    catch (error) { return new Response(String(error?.stack ?? error), { status: 500 }) }
  },
}
`,
  listener: (agent) => `import worker from './module-${agent}.js'
addEventListener('fetch', (event) => event.respondWith(worker.fetch(event.request)))
`,
}

/** Installs the project, and writes the agents as JavaScript, which every bundler takes. */
export const makeProject = async (folder: string): Promise<Project> => {
  const here = import.meta.dirname
  await installProject(here, folder)
  for (const name of ['agents', 'entries', 'out'])
    await mkdir(join(folder, name), { recursive: true })
  const agents: string[] = []
  for (const name of (await readdir(join(here, 'agents'))).filter((each) => each !== 'turn.ts')) {
    const agent = name.replace(/\.ts$/, '')
    agents.push(agent)
    const source = await readFile(join(here, 'agents', name), 'utf8')
    await writeFile(join(folder, 'agents', `${agent}.js`), stripTypeScriptTypes(source))
    for (const [kind, toEntry] of Object.entries(entries))
      await writeFile(join(folder, 'entries', `${kind}-${agent}.js`), toEntry(agent))
  }
  return { folder, agents }
}
