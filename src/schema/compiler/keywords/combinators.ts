import {
  attempt,
  fail,
  report,
  silently,
  spend,
  type Check,
  type Issue,
  type Run,
} from '../check.ts'
import type { Keyword, SchemaNode } from '../schema-node.ts'
import { closestBranch } from '../closest-branch.ts'
import { describeSchema } from '../json-value.ts'

export const allOf: Keyword = (node) => {
  const branches = branchesOf(node, 'allOf')
  if (branches.length === 0) return undefined
  return (value, run) => {
    spend(run, branches.length)
    let valid = true
    for (const branch of branches) {
      if (branch(value, run)) continue
      if (!run.issues) return false
      valid = false
    }
    return valid
  }
}

export const anyOf: Keyword = (node) => {
  const branches = branchesOf(node, 'anyOf')
  if (branches.length === 0) return undefined
  return (value, run) => {
    spend(run, branches.length)
    let valid = false
    for (const branch of branches) {
      if (!silently(run, branch, value)) continue
      valid = true
      // Every branch that matches reports what it evaluated, so with `unevaluated...` around it all
      // branches are tried.
      if (!run.evaluated) return true
    }
    if (!valid && run.issues) report(run, closestBranch(failuresOf(branches, value, run)))
    return valid
  }
}

export const oneOf: Keyword = (node) => {
  const branches = branchesOf(node, 'oneOf')
  if (branches.length === 0) return undefined
  return (value, run) => {
    spend(run, branches.length)
    let match = 0
    for (const [index, branch] of branches.entries()) {
      if (!silently(run, branch, value)) continue
      if (match > 0)
        return fail(
          run,
          'oneOf',
          () =>
            `must match exactly one of ${branches.length} alternatives; it matches number ${match} and ${index + 1}`,
        )
      match = index + 1
    }
    if (match === 0 && run.issues) report(run, closestBranch(failuresOf(branches, value, run)))
    return match > 0
  }
}

export const not: Keyword = (node) => {
  const schema = node.get('not')
  if (schema === undefined) return undefined
  const check = node.subschema(schema)
  return (value, run) => {
    const { evaluated } = run
    run.evaluated = undefined
    const matches = silently(run, check, value)
    run.evaluated = evaluated
    return (
      !matches ||
      fail(run, 'not', () => `must not match what \`not\` excludes: ${describeSchema(schema)}`)
    )
  }
}

const branchesOf = (node: SchemaNode, keyword: string): Check[] => {
  const schemas = node.get(keyword)
  return Array.isArray(schemas) ? schemas.map(node.subschema) : []
}

const failuresOf = (branches: readonly Check[], value: unknown, run: Run): Issue[][] => {
  spend(run, branches.length * 20) // building the explanation takes longer than the check
  return branches.map((branch) => attempt(run, branch, value).issues)
}
