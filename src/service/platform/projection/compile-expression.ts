import { compile, getRegisteredFunctions, TreeInterpreter } from '@jmespath-community/jmespath'
import { libraryMessage } from './library-message.ts'
import { ProjectionError } from './projection-error.ts'

export type Expression = ReturnType<typeof compile>

/**
 * Compiles a JMESPath expression. Throws a `ProjectionError` for what could not be evaluated on any
 * value, unknown functions and variables among them.
 */
export const compileExpression = (text: string): Expression => {
  const expression = parse(text)
  const visit = (node: Expression, variables: ReadonlySet<string>): void => {
    check(node, variables)
    const inner =
      node.type === 'LetExpression'
        ? new Set([...variables, ...node.bindings.map(({ variable }) => variable)])
        : variables
    for (const child of childrenOf(node)) visit(child, inner)
  }
  visit(expression, new Set())
  return expression
}

const parse = (text: string): Expression => {
  try {
    return compile(text)
  } catch (cause) {
    throw invalid(libraryMessage(cause) ?? 'it cannot be parsed', { cause })
  }
}

const check = (node: Expression, variables: ReadonlySet<string>): void => {
  if (node.type === 'Function') checkFunction(node)
  if (node.type === 'Variable' && !variables.has(node.name))
    throw invalid(`nothing defines the variable $${node.name}`)
  if (node.type === 'Slice' && node.step === 0) throw invalid('the step of a slice cannot be 0')
}

/** The number of arguments is checked before their types, so that null stands for any argument. */
const checkFunction = ({ name, children }: Extract<Expression, { type: 'Function' }>): void => {
  const known = getRegisteredFunctions()
  if (!known.includes(name))
    throw invalid(`there is no function ${name}; use one of ${known.toSorted().join(', ')}`)
  const nothing = children.map(() => ({ type: 'Literal', value: null }) as const)
  try {
    TreeInterpreter.search({ type: 'Function', name, children: nothing }, null)
  } catch (cause) {
    const message = libraryMessage(cause)
    if (message?.startsWith('Invalid arity: '))
      throw invalid(message.slice('Invalid arity: '.length), { cause })
  }
}

const childrenOf = (node: Expression): Expression[] =>
  node.type === 'Literal' ? [] : Object.values(node).flat().filter(isExpression)

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'type' in value

const invalid = (reason: string, options?: ErrorOptions): ProjectionError =>
  new ProjectionError(
    'invalid',
    `is not a JMESPath expression that can be evaluated: ${reason.slice(0, 600)}`,
    options,
  )
