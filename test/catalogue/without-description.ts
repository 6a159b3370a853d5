import { recipe as recipeSchema, type Recipe } from '../../src/contract/recipe/recipe.ts'

/** A recipe whose description was not collected, with one operation of its own in its place. */
export const withoutDescription = (given: Recipe): Recipe =>
  recipeSchema.parse({
    ...given,
    description: {
      kind: 'none',
      base_url: given.description.base_url ?? given.description.urls[0],
    },
    requests: { headers: given.requests.headers },
    answers: { ...given.answers, paging: given.answers.paging.filter((rule) => !rule.applies_to) },
    hidden: [],
    tools: [
      {
        slug: `${given.slug.toUpperCase()}_READ_IT`,
        declare: { method: 'GET', path: '/it' },
        name: 'Read it',
        description: 'Reads what is there.',
        hints: { readOnlyHint: true },
      },
    ],
  })
