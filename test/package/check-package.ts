import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBundles, checkElement, checkTreeShaking } from './check-bundles.ts'
import { checkCommands } from './check-commands.ts'
import { checkFootprint, describeFootprint } from './check-footprint.ts'
import { checkImports } from './check-imports.ts'
import { checkInstalls } from './check-installs.ts'
import { checkLauncher } from './check-launcher.ts'
import { checkReact } from './check-react.ts'
import { checkAgentTypes, checkServiceTypes } from './check-types.ts'
import { lintPackage } from './lint-package.ts'
import { manifest, root } from './manifest.ts'
import { pack } from './pack.ts'
import { createReport } from './report.ts'
import { runOrThrow } from './run.ts'

// Checks the packages as their users get them: packed, installed into empty folders, imported, run
// and type-checked there. `npm run check:package` builds them first.

const plugboardFiles =
  /^dist\/((src|adapters|chunks)\/.+\.js(\.map)?|chunks\/LICENSES\.txt|(src|adapters)\/.+\.(d\.ts|json))$/
const serverFiles =
  /^((service|contract|schema)\/.+\.(js|d\.ts)|service\/empty-schema\.json|bin\/([\w.-]+\.js|LICENSES\.txt)|assets\/(swagger-ui\.css|swagger-ui-bundle\.js|LICENSE|NOTICE|console-LICENSES\.txt|console\/index\.html|console\/assets\/[\w-]+\.(js|css)|connections\/(element|page)\.js)|catalogue\/([a-z0-9_-]+\.yaml|icons\.json))$/

/** Installs tarballs into a new project. */
const install = async (project: string, tarballs: string[]): Promise<string> => {
  await mkdir(project)
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  )
  await runOrThrow('npm', ['install', '--no-audit', '--no-fund', ...tarballs], project)
  return project
}

const report = createReport()
const folder = await mkdtemp(join(tmpdir(), 'plugboard-package-'))
try {
  const plugboard = await pack(root, plugboardFiles, folder, report)
  const server = await pack(join(root, 'dist/server'), serverFiles, folder, report)
  const isTied =
    server.manifest.version === manifest.version &&
    server.manifest.dependencies[manifest.name] === manifest.version &&
    !server.manifest.private
  report.check(
    'plugboard-server names plugboard by its exact version',
    isTied ? null : JSON.stringify(server.manifest, null, 2),
  )
  const tarballs = [plugboard.tarball, server.tarball]
  await lintPackage(plugboard.tarball, report)
  await lintPackage(server.tarball, report)

  const agent = await install(join(folder, 'agent'), [plugboard.tarball])
  await checkFootprint(agent, plugboard, report)
  await checkLauncher(agent, report)
  await checkImports(agent, plugboard.manifest, report)
  await checkBundles(agent, plugboard.manifest, report)
  await checkTreeShaking(agent, report)
  await checkElement(agent, report)
  await checkAgentTypes(agent, report)
  await checkReact(folder, plugboard.tarball, report)

  const project = await install(join(folder, 'project'), tarballs)
  const { text } = await describeFootprint(project, server)
  await checkImports(project, server.manifest, report)
  await checkServiceTypes(project, report)
  await checkCommands(project, report)
  await checkInstalls(folder, tarballs, report)
  console.log(text)
} finally {
  await rm(folder, { recursive: true, force: true })
}

if (report.failures() > 0) {
  console.error(`${report.failures()} check(s) of the packages failed`)
  process.exitCode = 1
}
