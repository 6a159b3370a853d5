import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCommand } from './check-command.ts'
import { checkImports } from './check-imports.ts'
import { checkInstalls } from './check-installs.ts'
import { checkTypes } from './check-types.ts'
import { lintPackage } from './lint-package.ts'
import { measureSize } from './measure-size.ts'
import { pack } from './pack.ts'
import { createReport } from './report.ts'
import { runOrThrow } from './run.ts'

// Checks the package as its users get it: packed, installed into an empty folder, imported, run and
// type-checked there. `npm run check:package` builds it first.

const report = createReport()
const folder = await mkdtemp(join(tmpdir(), 'plugboard-package-'))
try {
  const tarball = await pack(folder, report)
  await lintPackage(tarball, report)

  const consumer = join(folder, 'consumer')
  await mkdir(consumer)
  await writeFile(
    join(consumer, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  )
  await runOrThrow('npm', ['install', '--no-audit', '--no-fund', tarball], consumer)
  const { alone, withDependencies } = await measureSize(consumer)

  await checkInstalls(folder, tarball, report)
  await checkCommand(consumer, report)
  await checkImports(consumer, report)
  await checkTypes(consumer, report)
  console.log(`size  ${alone} KiB alone, ${withDependencies} KiB with its dependencies`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

if (report.failures() > 0) {
  console.error(`${report.failures()} check(s) of the package failed`)
  process.exitCode = 1
}
