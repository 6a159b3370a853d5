import { startSampleService } from '../../../src/sample/start-sample-service.ts'

/** The third party of the benchmark: the sample echo, in a process of its own. */
const { url, echoUrl } = await startSampleService()
console.log(JSON.stringify({ url, echoUrl }))
