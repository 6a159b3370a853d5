// Loaded into a service with `--import`, and `--expose-gc`: on SIGUSR2 it collects garbage and prints what is left,
// and writes a snapshot where SOAK_SNAPSHOT names a file.
import { existsSync, renameSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { writeHeapSnapshot } from 'node:v8'

if (isMainThread)
  process.on('SIGUSR2', () => {
    globalThis.gc()
    const { heapUsed, external, rss } = process.memoryUsage()
    const folder = process.env.SOAK_FOLDER
    if (existsSync(`${folder}/wanted`)) {
      writeHeapSnapshot(`${folder}/heap.partial`)
      renameSync(`${folder}/heap.partial`, `${folder}/heap.json`)
    }
    process.stdout.write(`heap ${JSON.stringify({ heapUsed, external, rss })}\n`)
  })
