import { readSearchableTools } from './data.ts'
import { plugboard } from './engines/plugboard.ts'

/** For scorers that load an index as a module: tools in, `{ search(query, limit) }` out. */
const build = (tools: unknown) => plugboard.build(readSearchableTools(tools))

export default build
