import type { Requirement } from '../requirements.ts'

export const search = {
  'search.one-engine': {
    source: 'rule 9.3',
    says: 'Searches of sessions, GET tools?search= and the search of toolkit lists rank with the same engine',
  },
  'search.executable': {
    source: 'rule 5.8',
    says: 'A search shows no tool that every auth config in force for the user keeps from being executed',
  },
  'search.explain': {
    source: 'product',
    says: 'A search with explain says for each tool which words in which fields made its rank, and how much experience adds',
  },
  'search.index.incremental': {
    source: 'product',
    says: 'A toolkit that comes, changes or goes has only its own tools read, and is found, or no longer found, by the next search',
  },
  'search.index.shared': {
    source: 'product',
    says: 'Projects with equal toolkits share what is indexed of them',
  },
  'search.index.snapshot': {
    source: 'product',
    says: 'After a restart the index of a large project is read from its snapshot; one that is damaged or of another format is made again',
  },
  'search.index.waits': {
    source: 'product',
    says: 'A search that meets an index under construction waits for it within a bound, then answers by what is there and says so',
  },
  'search.index.unfinished': {
    source: 'rule 9.6',
    says: 'While tools are being indexed, searches say so in the field index',
  },
  'search.index.progress': {
    source: 'product',
    says: 'The commands that search wait for the index within a bound, show progress, and say when tools may be missing',
  },
  'search.index.stored': {
    source: 'product',
    says: 'A node that lacks what another has indexed loads it from the snapshot',
  },
  'search.index.nodes': {
    source: 'product',
    says: 'What one node imports is found on another within two seconds',
  },
  'search.index.deletion': {
    source: 'product',
    says: 'Deleting a project deletes its stored index, its vectors, and what its use cases are kept for',
  },
  'search.outcomes.users': {
    source: 'product',
    says: 'What was run with success after a search lifts that tool for the same words once three distinct users did so; how often one does makes no difference',
  },
  'search.outcomes.private': {
    source: 'product',
    says: "Of what was searched only keyed hashes of the catalogue's own words are kept, and nothing under dont_store_data",
  },
  'search.outcomes.forgotten': {
    source: 'product',
    says: 'What was learned counts half after 30 days, and goes with its toolkit and its project',
  },
  'search.embeddings': {
    source: 'product',
    says: 'With an embedding model tools are ranked by words and meaning; their vectors are made in the background and kept by tool and model',
  },
  'search.embeddings.retrieval': {
    source: 'product',
    says: 'With an embedding model tools are found that share no word with the request, if they stand out from all others in similarity, and within the scope of the search',
  },
  'search.embeddings.local': {
    source: 'product',
    says: 'A local embedding model runs in a thread of the service, and requests in languages that it does not know are ranked by words alone',
  },
  'search.embeddings.optional': {
    source: 'product',
    says: 'Without an embedding model, and while it fails or takes too long, searches rank by words alone',
  },
  'search.enrichment': {
    source: 'product',
    says: 'With a language model tools are found by use cases that it writes in the background in the languages of the operator; an import does not wait for them, and only explanations mention them',
  },
  'search.enrichment.shared': {
    source: 'product',
    says: 'Use cases are kept by the hash of what they depend on: equal tools of all projects are asked for once, a tool that comes changes those of few others, and use cases go when no project has the tools',
  },
  'search.enrichment.invalid': {
    source: 'product',
    says: 'Answers of the language model are validated, bounded and cleaned; tools whose answers are invalid are left out after three requests',
  },
  'search.enrichment.hostile': {
    source: 'product',
    says: 'Use cases serve only the tools of the toolkit whose texts were sent together; what they name does not make another toolkit less sure to be named',
  },
  'search.enrichment.optional': {
    source: 'product',
    says: 'A language model that fails harms no search; it is left alone for longer each time, and a change of its state is logged once',
  },
  'search.enrichment.bounded': {
    source: 'product',
    says: 'The operator bounds the tools of a toolkit that get use cases, the tokens of a day and the concurrent requests',
  },
  'search.enrichment.settings': {
    source: 'product',
    says: 'Only use cases of the current model and languages are searched; without a model none are',
  },
  'search.enrichment.resumed': {
    source: 'product',
    says: 'What was written before a service stopped or was killed is not asked for again',
  },
  'search.enrichment.state': {
    source: 'product',
    says: 'How many tools have use cases, wait for them or were left out is in the metrics, and in searches with explain',
  },
  'search.embeddings.refused': {
    source: 'product',
    says: 'What an embedding model refuses of one text concerns only that text: other tools get their vectors, other requests are ranked by meaning',
  },
  'search.embeddings.languages': {
    source: 'product',
    says: 'With a model of many languages, at least three of four requests in languages that no word of the catalogue has find their tool among the first five',
  },
  'search.embeddings.fits': {
    source: 'product',
    says: 'Whether a tool fits is judged from the tools in the order in which they are answered, with their similarity as evidence',
  },
  'search.toolkits.spread': {
    source: 'product',
    says: 'Of each five tools that a search answers at most three are of one toolkit while other toolkits have close ones, but where the request names the toolkit; every tool is answered once, whatever the pages',
  },
  'search.connected': {
    source: 'product',
    says: "In a session's search the tools of toolkits that the user has connected, or that need no connection, come before equal ones; a toolkit that the request names wins anyway",
  },
  'search.ranking': {
    source: 'product',
    says: 'A search ranks by words in names, toolkits, descriptions, parameters and tags, the tool that is about them above those that mention them',
  },
  'search.typos': {
    source: 'product',
    says: 'A word no tool has is taken for the nearest word that some tool has',
  },
  'search.meanings': {
    source: 'product',
    says: 'Abbreviations, verbs of the same kind and words of a topic find tools that use other words',
  },
  'search.known-fields': {
    source: 'product',
    says: 'Names of known fields count as names of parameters; their values are not searched for',
  },
  'search.steps': {
    source: 'product',
    says: 'Of a use case with several steps each brings its own tools',
  },
  'search.implied-steps': {
    source: 'product',
    says: 'Related tools are first those that give an identifier which a primary tool requires',
  },
  'search.languages': {
    source: 'product',
    says: 'Accents make no difference, and scripts without blanks are searched by pairs of characters',
  },
  'search.bounded': {
    source: 'product',
    says: 'Of a use case at most 10,000 characters, 60 words and 8 steps are read',
  },
  'search.ties': {
    source: 'product',
    says: 'Tools that fit equally are ordered by slug, the same on every node',
  },
  'search.segments': {
    source: 'product',
    says: 'Ranks and scores do not depend on the order or the portions in which tools were indexed',
  },
} satisfies Record<string, Requirement>
