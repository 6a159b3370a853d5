import { TreeInterpreter, type JSONValue } from '@jmespath-community/jmespath'
import type { Budget } from './budget.ts'
import { callFunction, type Argument } from './call-function.ts'
import type { Expression } from './compile-expression.ts'

type Scope = {
  root: JSONValue
  variables: ReadonlyMap<string, JSONValue>
  budget: Budget
}

/**
 * Evaluates an expression as the library does, except that it counts the work and stops: what the
 * library evaluates can double a list with every step, and a list or a text that no memory holds
 * ends the process, in whichever thread.
 *
 * Only what a value itself has is reached, nothing that it inherits.
 */
export const interpret = (expression: Expression, data: JSONValue, budget: Budget): JSONValue =>
  visit(expression, data, { root: data, variables: new Map(), budget })

const visit = (node: Expression, value: JSONValue, scope: Scope): JSONValue => {
  scope.budget.spend(1)
  switch (node.type) {
    case 'Field':
      return isObject(value) && Object.hasOwn(value, node.name) ? (value[node.name] ?? null) : null
    case 'Index':
      return Array.isArray(value) ? (value.at(node.value) ?? null) : null
    case 'Slice':
      scope.budget.spendOn(value)
      // The library takes texts apart by characters, not by code units.
      if (typeof value === 'string') scope.budget.spend(value.length)
      return askLibrary(node, value)
    case 'Literal':
      return node.value
    case 'Root':
      return scope.root
    case 'Current':
    case 'Identity':
      return value
    case 'Variable':
      return scope.variables.get(node.name) ?? null
    case 'Function': {
      const given = node.children.map((child) => toArgument(child, value, scope))
      return callFunction(node.name, given, scope.budget)
    }
    case 'MultiSelectList':
      return node.children.map((child) => visit(child, value, scope))
    case 'MultiSelectHash':
      return Object.fromEntries(
        node.children.map((child) => [child.name, visit(child.value, value, scope)]),
      )
    case 'LetExpression': {
      const bound = node.bindings.map(
        ({ variable, reference }) => [variable, visit(reference, value, scope)] as const,
      )
      const variables = new Map([...scope.variables, ...bound])
      return visit(node.expression, value, { ...scope, variables })
    }
    default:
      return visitOperator(node, (child, at = value) => visit(child, at, scope), scope.budget)
  }
}

type Operator = Exclude<
  Expression,
  {
    type:
      | 'Field'
      | 'Index'
      | 'Slice'
      | 'Literal'
      | 'Variable'
      | 'Function'
      | 'MultiSelectList'
      | 'MultiSelectHash'
      | 'LetExpression'
      | 'Root'
      | 'Current'
      | 'Identity'
  }
>

type Ask = (child: Expression, at?: JSONValue) => JSONValue

const visitOperator = (node: Operator, ask: Ask, budget: Budget): JSONValue => {
  switch (node.type) {
    case 'Subexpression': {
      const left = ask(node.left)
      return left === null ? null : ask(node.right, left)
    }
    case 'IndexExpression':
    case 'Pipe':
      return ask(node.right, ask(node.left))
    case 'Projection': {
      const base = ask(node.left)
      // A slice of a text is a text.
      if (isSlice(node.left) && typeof base === 'string') return ask(node.right, base)
      return project(base, (item) => ask(node.right, item))
    }
    case 'ValueProjection':
      return project(valuesOf(ask(node.left)), (item) => ask(node.right, item))
    case 'FilterProjection':
      return project(ask(node.left), (item) =>
        isFalse(ask(node.condition, item)) ? null : ask(node.right, item),
      )
    case 'Flatten':
      return flatten(ask(node.child), budget)
    default:
      return visitLogic(node, ask, budget)
  }
}

const visitLogic = (node: Operator, ask: Ask, budget: Budget): JSONValue => {
  switch (node.type) {
    case 'OrExpression':
    case 'AndExpression': {
      const left = ask(node.left)
      return isFalse(left) === (node.type === 'OrExpression') ? ask(node.right) : left
    }
    case 'NotExpression':
      return isFalse(ask(node.child))
    case 'Ternary':
      return ask(isFalse(ask(node.condition)) ? node.falseExpr : node.trueExpr)
    case 'Comparator':
      return compare(node.name, ask(node.left), ask(node.right), budget)
    case 'Arithmetic':
      return askLibrary({
        ...node,
        left: literal(ask(node.left)),
        right: literal(ask(node.right)),
      })
    case 'Unary':
      return askLibrary({ ...node, operand: literal(ask(node.operand)) })
    // Parts of others.
    default:
      return null
  }
}

const project = (base: JSONValue, take: (item: JSONValue) => JSONValue): JSONValue =>
  Array.isArray(base) ? base.map(take).filter((item) => item !== null) : null

const flatten = (list: JSONValue, budget: Budget): JSONValue => {
  if (!Array.isArray(list)) return null
  budget.spend(list.length)
  for (const item of list) if (Array.isArray(item)) budget.spend(item.length)
  return list.flat() as JSONValue[]
}

const isSlice = (node: Expression): boolean =>
  node.type === 'IndexExpression' && node.right.type === 'Slice'

const valuesOf = (value: JSONValue): JSONValue => (isObject(value) ? Object.values(value) : null)

/** An expression is given to a function as what evaluates it. */
const toArgument = (child: Expression, value: JSONValue, scope: Scope): Argument =>
  child.type === 'ExpressionReference'
    ? { evaluate: (item) => visit(child.child, item, scope) }
    : { value: visit(child, value, scope) }

const compare = (
  name: Extract<Expression, { type: 'Comparator' }>['name'],
  first: JSONValue,
  second: JSONValue,
  budget: Budget,
): JSONValue => {
  if (name === 'EQ') return isEqual(first, second, budget)
  if (name === 'NE') return !isEqual(first, second, budget)
  if (typeof first !== 'number' || typeof second !== 'number') return null
  switch (name) {
    case 'GT':
      return first > second
    case 'GTE':
      return first >= second
    case 'LT':
      return first < second
    case 'LTE':
      return first <= second
    default:
      return name satisfies never
  }
}

const isEqual = (first: JSONValue, second: JSONValue, budget: Budget): boolean => {
  budget.spend(1)
  if (typeof first === 'string') budget.spendCharacters(first.length)
  if (first === second) return true
  if (Array.isArray(first) && Array.isArray(second))
    return (
      first.length === second.length &&
      first.every((item, index) => isEqual(item, second[index] ?? null, budget))
    )
  if (!isObject(first) || !isObject(second)) return false
  const entries = Object.entries(first)
  return (
    entries.length === Object.keys(second).length &&
    entries.every(
      ([key, member]) => Object.hasOwn(second, key) && isEqual(member, second[key] ?? null, budget),
    )
  )
}

const isObject = (value: JSONValue): value is { [name: string]: JSONValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFalse = (value: JSONValue): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const literal = (value: JSONValue) => ({ type: 'Literal', value }) as const

const askLibrary = (node: Expression, value: JSONValue = null): JSONValue =>
  TreeInterpreter.search(node, value)
