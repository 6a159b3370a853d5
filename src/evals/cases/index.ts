export { CaseFileError } from './case-file-error.ts'
export { defineCases } from './define-cases.ts'
export { parseCases } from './parse-cases.ts'
export { readCases } from './read-cases.ts'
export { readBfcl, type BfclSet, type ReadBfcl } from './readers/bfcl/read-bfcl.ts'
export { captureSession, type CaptureOptions } from './readers/capture-session.ts'
export { readOpenAiChat } from './readers/read-openai-chat.ts'
export type {
  CheckedCalls,
  CheckedCases,
  MatcherOf,
  WrittenCall,
  WrittenCase,
} from './typed-case.ts'
