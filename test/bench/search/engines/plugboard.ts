import {
  addTools,
  createSearchIndex,
  search,
  type SearchableTool,
} from '../../../../src/service/search/engine/index.ts'
import type { DataTool } from '../data.ts'
import type { Engine } from './engine.ts'

export const plugboard: Engine = {
  name: 'plugboard',
  build: (tools) => {
    const index = addTools(
      createSearchIndex(),
      [...tools].map((tool) => toSearchable(tool)),
    )
    return {
      search: (query, limit) =>
        search(index, { useCase: query, limit }).primary.map(({ slug }) => slug),
    }
  },
}

export const toSearchable = ({
  id,
  name,
  toolkit,
  description,
  parameters,
}: DataTool): SearchableTool => ({
  slug: id,
  name,
  toolkit,
  description,
  parameters: Object.entries(parameters.properties).map(([parameter, schema]) => ({
    name: parameter,
    required: parameters.required.includes(parameter),
    ...(schema.description !== undefined && { description: schema.description }),
  })),
})
