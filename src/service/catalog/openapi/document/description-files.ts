/** The other files of a description, which its references name. */
export type DescriptionFiles = {
  /** The file that the description itself is in. */
  main: string
  /**
   * The file that a reference in another names. Throws an `ImportProblem` for a file that must not
   * be read.
   */
  locate(reference: string, from: string): string
  /** How reports name a file. */
  nameOf(file: string): string
  /**
   * Its parsed content. Throws an `ImportProblem` where there is none; any other error, such as one
   * of the network, ends the import, which would otherwise lose tools.
   */
  read(file: string): Promise<unknown>
}
