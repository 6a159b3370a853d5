export { overlayDocument } from './overlay-document.ts'
export { problemsOfOverlay } from './problems-of-overlay.ts'
