/**
 * Proves the importer and the execution of tools against GitHub's whole description: every
 * operation is imported, executed through the service with generated arguments, and judged by
 * Prism, a mock that nobody here wrote. `npm run test:github`.
 */
import { connectWorkers } from '../support/operations/connect-workers.ts'
import { listOperations } from '../support/operations/list-operations.ts'
import { startPrism } from '../support/prism.ts'
import { startRecorder } from '../support/start-recorder.ts'
import { checkExecution, workers } from './check-execution.ts'
import { checkImport } from './check-import.ts'
import { checkMock } from './check-mock.ts'
import { closeChecks } from './check.ts'
import { readGithubDescription } from './github-description.ts'
import { openService } from './open-service.ts'

const document = await readGithubDescription()

// One after the other: the import is timed, and two cores don't serve both.
if (process.env['TEST_DATABASE_URL']) {
  const { client, close } = await openService('postgres', [])
  await checkImport(client, 'postgres', document, 'https://api.github.com').finally(close)
} else {
  console.log('TEST_DATABASE_URL is not set: the import runs on SQLite only')
}

const prism = await startPrism(document)
const recorder = await startRecorder(prism.url)
const { client, close } = await openService('sqlite', [recorder.host])
try {
  await checkMock(prism.url)
  const report = await checkImport(client, 'sqlite', document, recorder.url)
  const run = { client, recorder, toolkit: 'github', operations: listOperations(document), report }
  await connectWorkers(client, 'github', workers)
  await checkExecution(run)
} finally {
  await close()
  await recorder.close()
  await prism.close()
}
closeChecks()
