import type { BuiltPackage } from '../build-package.ts'
import type { RatedFigure } from '../figures/figure.ts'

/** One part of the benchmark; `say` tells somebody who waits what is going on. */
export type Part = (built: BuiltPackage, say: (text: string) => void) => Promise<RatedFigure[]>
