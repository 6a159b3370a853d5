export { fillColumn } from './fill-column.ts'
export {
  indexStep,
  type Batch,
  type FillStep,
  type IndexStep,
  type OnlineStep,
} from './online-step.ts'
export { isFilled } from './is-filled.ts'
export { runOnlineSteps } from './run-online-steps.ts'
export { watchOnlineSteps, type OnlineSteps } from './watch-online-steps.ts'
export { withStepLock } from './step-lock.ts'
export { onlineStore, type PendingStep } from './store.ts'
export { withOnlineSteps } from './with-online-steps.ts'
