export { serve, type Server } from './serve.ts'
