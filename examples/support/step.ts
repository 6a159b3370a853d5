let count = 0

/** Announces the next step of a story. */
export const step = (title: string): void => {
  count += 1
  console.log(`\n${count}. ${title}`)
}
