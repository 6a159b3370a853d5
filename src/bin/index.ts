#!/usr/bin/env node
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { findServer } from './find-server.ts'
import { runThroughNpx } from './run-through-npx.ts'
import { hasYesOption } from './has-yes-option.ts'

// The commands are in the package `plugboard-server`, so that agents do not install them. This
// command starts the version that matches this package.

const { version } = createRequire(import.meta.url)('plugboard/package.json') as { version: string }
const args = process.argv.slice(2)
const server = findServer(version)

if (server.command === null) {
  process.exitCode = await runThroughNpx(
    { version, args, isConfirmed: hasYesOption(args), ...server },
    process,
  )
} else {
  await import(pathToFileURL(server.command).href)
}
