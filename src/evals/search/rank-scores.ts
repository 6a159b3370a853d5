export type RankScores = {
  /** Share of the expected tools among the first k results. */
  recall: number
  /** Reciprocal rank of the first expected tool; 0 if it is not among the first k. */
  mrr: number
  /**
   * Normalized discounted cumulative gain: how close to the top the expected tools are, relative to
   * the ideal order.
   */
  ndcg: number
}

/** Scores the first `k` results of a ranking. */
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
