import { createYielder } from '../../../platform/create-yielder.ts'
import { ImportProblem } from './import-problem.ts'

/** The number of values in a parsed file. Throws once there are more than `maximum`. */
export const countValues = async (content: unknown, maximum: number): Promise<number> => {
  const yieldIfDue = createYielder()
  const open = [content]
  let count = 0
  while (open.length > 0) {
    const next = open.pop()
    count += 1
    if (count > maximum)
      throw new ImportProblem('the files of the description have too many values')
    if (typeof next === 'object' && next !== null)
      for (const member of Object.values(next)) open.push(member)
    if (count % 1000 === 0) await yieldIfDue()
  }
  return count
}
