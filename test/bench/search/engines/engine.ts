import type { DataTool } from '../data.ts'

/** A search engine with these tools in it. */
export type Searcher = { search: (query: string, limit: number) => string[] | Promise<string[]>; close?: () => void }

export type Engine = { name: string; build: (tools: Iterable<DataTool>) => Searcher | Promise<Searcher> }
