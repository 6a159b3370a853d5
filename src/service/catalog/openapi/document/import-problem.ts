/** Why one operation can't become a tool; its message stands in the import's report. */
export class ImportProblem extends Error {
  override name = 'ImportProblem'
}
