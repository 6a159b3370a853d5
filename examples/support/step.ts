let count = 0

/** Prints the title of the next step. */
export const step = (title: string): void => {
  count += 1
  console.log(`\n${count}. ${title}`)
}
