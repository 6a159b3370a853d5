/** @example toPercent(0.925) // '92.5 %' */
export const toPercent = (share: number): string =>
  `${(100 * share).toLocaleString('en', { maximumFractionDigits: 1 })} %`
