export { describeEval, type EvalSuite } from './describe-eval.ts'
export { toCallTools, type CallOptions, type WantedCall } from './to-call-tools.ts'
