import { expect, test } from 'vitest'
import { start } from 'workflow/api'
import { order } from './workflows/order.ts'

test('a step of a durable agent that is executed again makes its call once', async () => {
  const run = await start(order)
  expect(JSON.stringify(await run.returnValue)).toContain('{"attempt":2,"data":{"number":')
}, 60_000)
