export { createThreadPool, ThreadLimitError, type ThreadLimits } from './thread-pool.ts'
