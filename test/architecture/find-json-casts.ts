import { isNode, walkSyntax, type SyntaxNode } from './walk-syntax.ts'

/**
 * Every cast of parsed JSON to a type that nothing has checked, as a sentence that says what to do.
 */
export const findJsonCasts = (path: string, text: string): string[] =>
  (text.includes('JSON.parse') ? walkSyntax(text) : [])
    .filter((node) => node.type === 'TSAsExpression' && isCastOfJson(node))
    .map(() => `${path} casts what JSON.parse gives: read it with storedJson, or check it`)

const isCastOfJson = ({ expression, typeAnnotation }: SyntaxNode): boolean =>
  isNode(expression) &&
  expression.type === 'CallExpression' &&
  isNode(expression['callee']) &&
  isNode(expression['callee']['object']) &&
  expression['callee']['object']['name'] === 'JSON' &&
  !(isNode(typeAnnotation) && typeAnnotation.type === 'TSUnknownKeyword')
