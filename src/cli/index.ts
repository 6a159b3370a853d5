#!/usr/bin/env node
import module from 'node:module'

// Nothing else is imported before this check: an older Node would fail on unknown syntax or modules
// without explaining why.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `plugboard needs Node.js 22.19 or newer, and this is ${process.versions.node}. Install a newer one from https://nodejs.org`,
  )
  process.exit(1)
}

module.enableCompileCache?.()
// Node 22 warns that its SQLite is experimental; nobody who starts a service can act on that.
const emitWarning = process.emitWarning.bind(process)
process.emitWarning = (warning: string | Error, ...rest: never[]) => {
  if (!String(warning).startsWith('SQLite is an experimental feature'))
    emitWarning(warning, ...rest)
}
// Whoever reads the output may stop, such as `head`.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
  throw error
})
const { run } = await import('./run.ts')
await run(process.argv)
