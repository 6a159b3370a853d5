import type { Recipe } from '../../../src/contract/recipe/recipe.ts'

type Json = Record<string, unknown>

/**
 * Generated arguments as the mock can judge them. Google's resource names hold slashes on purpose,
 * which Prism's paths can't: there the texts that encoding must not lose have none.
 */
export const toSend = ({ description }: Recipe, args: Json): Json =>
  description.kind === 'discovery'
    ? (JSON.parse(JSON.stringify(args).replaceAll(' a/b?', ' ab?')) as Json)
    : args
