import type { Check } from '../check.ts'
import type { Keyword, SchemaNode } from '../schema-node.ts'
import { attempt, fail, report, silently } from '../check.ts'
import { closestBranch } from '../closest-branch.ts'

export const allOf: Keyword = (node) => {
  const branches = branchesOf(node, 'allOf')
  if (branches.length === 0) return undefined
  return (value, run) => {
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
    let valid = false
    const failures = []
    for (const branch of branches) {
      const result = attempt(run, branch, value)
      valid ||= result.valid
      // Every branch that holds tells what it evaluates, so with `unevaluated...` around all are tried.
      if (valid && !run.evaluated) return true
      failures.push(result.issues)
    }
    if (!valid && run.issues) report(run, closestBranch(failures, run.path))
    return valid
  }
}

export const oneOf: Keyword = (node) => {
  const branches = branchesOf(node, 'oneOf')
  if (branches.length === 0) return undefined
  return (value, run) => {
    const matching: number[] = []
    const failures = []
    for (const [index, branch] of branches.entries()) {
      const { valid, issues } = attempt(run, branch, value)
      if (valid) matching.push(index + 1)
      else failures.push(issues)
      if (matching.length > 1)
        return fail(run, 'oneOf', () => `must match exactly one of ${branches.length} alternatives; it matches number ${matching.join(' and ')}`)
    }
    if (matching.length === 0 && run.issues) report(run, closestBranch(failures, run.path))
    return matching.length === 1
  }
}

export const not: Keyword = (node) => {
  const schema = node.get('not')
  if (schema === undefined) return undefined
  const check = node.subschema(schema)
  return (value, run) => {
    const { evaluated } = run
    run.evaluated = undefined
    const matches = silently(run, () => check(value, run))
    run.evaluated = evaluated
    return !matches || fail(run, 'not', () => `must not match what \`not\` excludes: ${excerpt(schema)}`)
  }
}

const branchesOf = (node: SchemaNode, keyword: string): Check[] => {
  const schemas = node.get(keyword)
  return Array.isArray(schemas) ? schemas.map(node.subschema) : []
}

const excerpt = (schema: unknown): string => {
  const text = JSON.stringify(schema)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
