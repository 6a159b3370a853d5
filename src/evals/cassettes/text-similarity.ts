/**
 * Compares texts with this one: the share of three-character sequences that both have, from 0 to 1
 * (Sørensen–Dice). The time is linear in the lengths. Of long texts, only the beginning and the end
 * are compared.
 *
 * @example
 * textSimilarity('Open an urgent issue')('Open an important issue')
 */
export const textSimilarity = (one: string): ((other: string) => number) => {
  const counts = countSequences(one)
  const total = sum(counts)

  return (other) => {
    const others = countSequences(other)
    let shared = 0
    for (const [sequence, count] of others) shared += Math.min(count, counts.get(sequence) ?? 0)
    return (2 * shared) / Math.max(total + sum(others), 1)
  }
}

const sequenceLength = 3
const compared = 8000

const countSequences = (text: string): Map<string, number> => {
  const short =
    text.length <= compared
      ? text
      : `${text.slice(0, compared / 2)}${text.slice(text.length - compared / 2)}`
  // Padding, so that short texts and the ends of long ones count.
  const padded = `  ${short}  `
  const counts = new Map<string, number>()
  for (let start = 0; start + sequenceLength <= padded.length; start += 1) {
    const sequence = padded.slice(start, start + sequenceLength)
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1)
  }
  return counts
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)
