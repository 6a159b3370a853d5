export { encodeArguments } from './encode-arguments.ts'
