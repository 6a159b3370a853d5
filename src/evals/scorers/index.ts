export { type Judge } from './ask-judge.ts'
export { scoreArguments } from './score-arguments.ts'
export { isPassed, scoreExpected, scoreRun, type Scorer, type ScoreOptions } from './score-run.ts'
