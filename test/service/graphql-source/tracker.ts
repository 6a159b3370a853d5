import { graphQlError, type GraphQlFixture } from '../../support/start-graphql-server.ts'

const people = ['ada', 'bob'].map((name) => ({
  id: name,
  name,
  email: `${name}@example.com`,
  bio: `The life of ${name}`,
  avatar: `https://example.com/${name}.png`,
  age: 36,
}))

const issues = Array.from({ length: 40 }, (_, index) => ({
  id: `i${index}`,
  title: `Issue ${index}`,
  assignee: people[index % 2],
  comments: ({ first }: { first?: number }) => ({
    nodes: Array.from({ length: Math.min(first ?? 100, 30) }, (__, at) => ({
      id: `c${at}`,
      body: `Comment ${at}`,
      author: people[0],
    })),
    pageInfo: { hasNextPage: true, endCursor: 'more' },
  }),
}))

type NotesAsked = { first?: number; after?: string; last?: number; before?: string }

const noteIds = Array.from({ length: 10 }, (_, index) => `n${index}`)

/** As the specification of connections says it: `last` counts from the end. */
const notesOf = ({ first, after, last, before }: NotesAsked) => {
  const from = after ? noteIds.indexOf(after) + 1 : 0
  const to = before ? noteIds.indexOf(before) : noteIds.length
  const [start, end] =
    last === undefined
      ? [from, Math.min(to, from + (first ?? 100))]
      : [Math.max(from, to - last), to]
  const shown = noteIds.slice(start, end)
  return {
    edges: shown.map((id) => ({ cursor: id, node: { id, text: `Note ${id}` } })),
    pageInfo: {
      hasNextPage: end < noteIds.length,
      hasPreviousPage: start > 0,
      startCursor: shown[0] ?? null,
      endCursor: shown.at(-1) ?? null,
    },
  }
}

/** An issue tracker with pages, failures and partial data. */
export const tracker = (): GraphQlFixture => ({
  sdl: `
    type User { id: ID! name: String! email: String bio: String avatar: String age: Int secret: String }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Comment { id: ID! body: String! author: User! }
    type CommentConnection { nodes: [Comment!]! pageInfo: PageInfo! }
    type Issue { id: ID! title: String! assignee: User comments(first: Int): CommentConnection! }
    type IssueConnection { nodes: [Issue!]! pageInfo: PageInfo! }
    type Note { id: ID! text: String! }
    type NoteEdge { cursor: String! node: Note! }
    type NotePages { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
    type NoteConnection { edges: [NoteEdge!]! pageInfo: NotePages! }
    type Board { title: String! notes: NoteConnection! }
    type Robot { id: ID! name: String! model: Int! }
    union Actor = User | Robot
    input IssueInput { title: String! note: String labels: [String!] }
    type UserError { field: String message: String! }
    type IssuePayload { issue: Issue userErrors: [UserError!]! }
    type Query {
      issue(id: ID!): Issue
      issues(first: Int, after: String, last: Int): IssueConnection!
      notes(first: Int, after: String, last: Int, before: String): NoteConnection!
      board(after: String!): Board!
      viewer: User
      actors: [Actor!]!
      version: String!
    }
    type Mutation {
      issueCreate(input: IssueInput!): IssuePayload!
      issueDelete(id: ID!): Boolean!
    }
    type Subscription { issueChanged: Issue }
  `,
  root: {
    issue: ({ id }: { id: string }) => issues.find((issue) => issue.id === id) ?? null,
    issues: ({ first, last }: { first?: number; last?: number }) => {
      if (first === undefined && last === undefined)
        throw graphQlError('You must say how many', 'MISSING_PAGINATION_BOUNDARIES')
      return {
        nodes: issues.slice(0, first ?? last),
        pageInfo: { hasNextPage: true, endCursor: 'next' },
      }
    },
    notes: (asked: NotesAsked) => notesOf(asked),
    board: ({ after }: { after: string }) => ({
      title: 'All',
      notes: notesOf({ first: 4, after }),
    }),
    viewer: {
      ...people[0],
      secret: () => {
        throw graphQlError('The secret is not for you', 'FORBIDDEN')
      },
    },
    actors: [
      { __typename: 'User', ...people[0] },
      { __typename: 'Robot', id: 'r', name: 'R2', model: 2 },
    ],
    version: '1.0',
    issueCreate: ({ input }: { input: { title: string; note?: string | null } }) =>
      input.title === ''
        ? { issue: null, userErrors: [{ field: 'title', message: 'is empty' }] }
        : { issue: { ...issues[0], title: `${input.title} ${input.note}` }, userErrors: [] },
    issueDelete: () => {
      throw graphQlError('No such issue', 'NOT_FOUND')
    },
  },
})
