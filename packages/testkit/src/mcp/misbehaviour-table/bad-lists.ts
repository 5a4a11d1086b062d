import type { MisbehaviourRow } from './misbehaviour-row.ts'

/** Faults of lists. Ids are the modes of the hostile server's lists. */
export const badListRows = [
  {
    id: 'ten-pages',
    does: 'gives its lists in ten pages',
    outcome: 'All pages are read, in order',
  },
  {
    id: 'cursor-expires',
    does: 'refuses a cursor half-way through a list',
    outcome: 'The list is read once more from the start',
  },
  {
    id: 'cursor-always-expires',
    does: 'refuses the same cursor again',
    outcome: 'The pages read so far are used, and the log says why there are no more',
  },
  {
    id: 'endless-cursor',
    does: 'always has a next page',
    outcome: 'Reading stops at 64 pages of tools, 256 of other lists, and the log says so',
  },
  {
    id: 'same-cursor',
    does: 'gives the same cursor again and again',
    outcome: 'The circle is noticed, left and noted',
  },
  {
    id: '5000-entries',
    does: 'has 5,000 tools',
    outcome: 'The first 1,000 are used, and the log says so; other lists are used whole',
  },
  {
    id: '20000-entries',
    does: 'has 20,000 entries in a page',
    outcome: 'The first 1,000 tools, 5,000 of other lists are used, and the log says so',
  },
  {
    id: '50000-entries',
    does: 'has 50,000 tools in a page',
    outcome: 'The page is refused, in words that say how much is read',
  },
  {
    id: '54-megabytes',
    does: 'has 54 MB of definitions in pages',
    outcome: 'The first 2 MB are used, and the log says so',
  },
  {
    id: 'deep-schema',
    does: 'gives a schema that nests 2,000 levels deep',
    outcome: 'That entry is left out, in words that say how deep is read; the others stay',
  },
  {
    id: 'hidden-keys',
    does: 'gives one entry with a key __proto__',
    outcome: 'That entry is left out by name; the others stay',
  },
  {
    id: 'odd-names',
    does: 'gives names that come twice, are empty, endless or hold control characters',
    outcome:
      'The first of two is kept; empty and endless names are left out with a line in the log; hidden characters are kept, shown revealed, and the tool can be called',
  },
  {
    id: 'schema-bombs',
    does: 'gives schemas that are too large or no schema, or point into the network',
    outcome:
      'Such tools are left out by name; a reference into the network is never followed; the others stay',
  },
] as const satisfies readonly MisbehaviourRow[]
