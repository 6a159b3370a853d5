export type RankScores = {
  /** The share of the expected tools that are among the first k. */
  recall: number
  /** One divided by the rank of the first expected tool; 0 where it is not among the first k. */
  mrr: number
  /** How near the top the expected tools stand, against the best order there is. */
  ndcg: number
}

/** How well a ranking finds what it should, looking at its first `k`. */
export const rankScores = (
  { expected, found }: { expected: readonly string[]; found: readonly string[] },
  k: number,
): RankScores => {
  const wanted = new Set(expected)
  const ranks = [...new Set(found)]
    .slice(0, k)
    .flatMap((slug, index) => (wanted.has(slug) ? [index + 1] : []))
  const best = Array.from({ length: Math.min(wanted.size, k) }, (_, index) => index + 1)
  const [first] = ranks
  return {
    recall: wanted.size === 0 ? 0 : ranks.length / wanted.size,
    mrr: first === undefined ? 0 : 1 / first,
    ndcg: best.length === 0 ? 0 : gain(ranks) / gain(best),
  }
}

const gain = (ranks: readonly number[]): number =>
  ranks.reduce((total, rank) => total + 1 / Math.log2(rank + 1), 0)
