import type { Overlay } from '../../../contract/recipe/recipe.ts'
import { problemOfPath } from './json-path.ts'

/** What the schema of an overlay does not check. */
export const problemsOfOverlay = ({ actions }: Overlay): string[] =>
  actions.flatMap(({ target, update, remove = false }, index) => {
    const at = `recipe.description.overlay.actions.${index}`
    const problem = problemOfPath(target)
    return [
      ...(problem === undefined ? [] : [`${at}.target: ${problem}`]),
      ...(update === undefined && !remove ? [`${at}: needs \`update\` or \`remove: true\``] : []),
    ]
  })
