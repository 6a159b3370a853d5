/**
 * Replays the recorded answers through all three frameworks, scores them, and checks the
 * thresholds:
 *
 *     node -C plugboard-source examples/eval-harness/run.ts [report.html]
 *
 * Without the option `-C` it uses the built package (`npm run build`). No socket is opened.
 */
import { readFile, writeFile } from 'node:fs/promises'
import {
  createReport,
  openCassettes,
  parsePriceFile,
  runSuite,
  toHtml,
  toTerminal,
} from 'plugboard/evals'
import { pricePath, readHarnessCases, recordings } from './files.ts'
import runners from './runners.ts'

const cases = await readHarnessCases()
const runs = await runSuite(
  { cases, runners },
  { cassettes: openCassettes({ folder: recordings, mode: 'strict' }) },
)
const prices = parsePriceFile(JSON.parse(await readFile(pricePath, 'utf8')))
const report = createReport(runs, {
  thresholds: [
    { name: 'pass', least: 0.9 },
    { name: 'tag:several-steps', least: 1 },
  ],
  prices,
})
console.log(toTerminal(report))
const [, , path] = process.argv
if (path !== undefined) await writeFile(path, await toHtml(report))
process.exitCode = { passed: 0, 'below-thresholds': 1, infrastructure: 2 }[report.outcome]
