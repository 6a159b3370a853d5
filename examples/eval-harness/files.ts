import { readCases } from 'plugboard/evals'

const pathOf = (name: string): string => decodeURIComponent(new URL(name, import.meta.url).pathname)

export const recordings = pathOf('recordings')

export const pricePath = pathOf('prices.json')

/** The forty cases. */
export const readHarnessCases = () =>
  readCases(
    ['reading', 'writing', 'restraint', 'several-steps'].map((name) =>
      pathOf(`cases/${name}.yaml`),
    ),
  )
