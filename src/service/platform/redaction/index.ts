export { createRedactor, type Redactor } from './create-redactor.ts'
