/**
 * Finds the least of the `size` largest numbers offered, in a heap of that size with the least on
 * top.
 */
export const createTopScores = (size: number) => {
  const heap = new Float32Array(size)
  let length = 0

  return {
    /** 0 until `size` numbers were offered. */
    value: (): number => (length < size ? 0 : (heap[0] ?? 0)),
    offer: (score: number): void => {
      if (length < size) {
        let at = length++
        while (at > 0 && (heap[(at - 1) >> 1] ?? 0) > score) {
          heap[at] = heap[(at - 1) >> 1] ?? 0
          at = (at - 1) >> 1
        }
        heap[at] = score
        return
      }
      if (score <= (heap[0] ?? 0)) return
      let at = 0
      for (let child = 1; child < length; child = 2 * at + 1) {
        if (child + 1 < length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++
        if ((heap[child] ?? 0) >= score) break
        heap[at] = heap[child] ?? 0
        at = child
      }
      heap[at] = score
    },
  }
}
