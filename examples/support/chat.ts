import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { findIssues } from './find-issues.ts'
import { isCheck } from './is-check.ts'
import type { ExampleModel } from './open-model.ts'
import type { ExampleService } from './open-service.ts'

type Surroundings = { service: ExampleService; model: ExampleModel }
type Answer = (words: string) => Promise<string>

/**
 * Lets a person chat with a bot, line by line; with `--check` it sends one message and checks the
 * result.
 */
export const chat = (surroundings: Surroundings, answer: Answer): Promise<void> =>
  isCheck() ? check(surroundings, answer) : talk(surroundings, answer)

const talk = async ({ service, model }: Surroundings, answer: Answer): Promise<void> => {
  console.log(
    `Service: ${service.url}. Model: ${model.isScripted ? `scripted, as ${model.keyVariable} is not set` : model.name}.`,
  )
  console.log(
    'Enter a task, such as "Create an issue: The door is broken". An empty line ends the chat.',
  )
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
  let isOpen = true
  lines.once('close', () => (isOpen = false))
  lines.prompt()
  for await (const line of lines) {
    if (line.trim() === '') break
    console.log(
      await answer(line).catch(
        (error: unknown) =>
          `That failed: ${error instanceof Error ? error.message : String(error)}`,
      ),
    )
    // A pipe may still contain lines after its end.
    if (isOpen) lines.prompt()
  }
  lines.close()
}

const check = async ({ service: { tracker } }: Surroundings, answer: Answer): Promise<void> => {
  assert(tracker, 'the check needs the sample tracker')
  const title = `The door of room ${randomBytes(3).toString('hex')} is broken`
  const words = `Create an issue: ${title}`
  console.log(`> ${words}`)
  const reply = await answer(words)
  console.log(reply)

  const found = await findIssues(tracker, title)
  assert.deepEqual(
    found.map((issue) => issue.title),
    [title],
    'the tracker has the new issue, once',
  )
  assert.ok(reply.includes(found[0]!.id), 'the answer mentions the new issue')
  console.log('OK')
}
