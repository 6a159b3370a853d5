export { ProjectionError } from './projection-error.ts'
export { createProjector, type Projection, type Projector } from './projector.ts'
export { toShape } from './to-shape.ts'
