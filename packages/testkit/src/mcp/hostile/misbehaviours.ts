/** One way for a server to break the rules, and what Gatehouse does about it. */
export type MisbehaviourRow = {
  id: string
  /** Goes on from "A server that …". */
  does: string
  /** What a person or another part of the app notices. */
  outcome: string
  /** Default: both. */
  over?: readonly ('stdio' | 'http')[]
  /** Default: both. */
  eras?: readonly ('legacy' | 'modern')[]
}

const passedOver = 'The call gets its right answer; the rest is passed over and noted'
const refusedWhole =
  'The call fails at once and says what was refused, where it stands and how much is allowed'
const namedFault = 'The call fails at once and says what is wrong with the answer'

/** What goes wrong while a tool is called. Ids are the names of the hostile server's tools. */
export const badCallRows = [
  {
    id: 'answers-out-of-order',
    does: 'answers two calls in reverse order',
    outcome: 'Each call gets its own answer',
  },
  {
    id: 'answers-twice',
    does: 'answers a call twice',
    outcome: 'The first answer counts; the second is noted in the log',
  },
  { id: 'answers-unknown-ids', does: 'answers what nobody asked', outcome: passedOver },
  { id: 'answers-huge-ids', does: 'answers with huge ids', outcome: passedOver },
  {
    id: 'answers-ids-of-a-wrong-type',
    does: 'answers with ids that are no text and no whole number',
    outcome: passedOver,
  },
  {
    id: 'answers-result-and-error',
    does: 'answers with a result and an error at once',
    outcome: namedFault,
  },
  {
    id: 'answers-neither',
    does: 'answers with neither a result nor an error',
    outcome: namedFault,
  },
  {
    id: 'answers-an-error-without-shape',
    does: 'answers with an error that has no code and no message',
    outcome: namedFault,
  },
  {
    id: 'sends-broken-utf-8',
    does: 'sends bytes that are no UTF-8 within a text',
    outcome: 'The call gets its answer, with replacement characters for the broken bytes',
  },
  {
    id: 'sends-50-megabytes-in-a-line',
    does: 'answers with one line of 50 MB',
    outcome: 'Read past; the call fails and says how large the answer is and how much is read',
  },
  {
    id: 'sends-a-result-of-16-megabytes',
    does: 'answers with a result of 16 MB',
    outcome: 'The answer arrives whole; its frame keeps the first 16 KB',
  },
  {
    id: 'sends-half-a-message',
    does: 'sends half an answer and then nothing',
    outcome: 'The call ends at its time limit; the next call is answered',
  },
  {
    id: 'changes-its-tools-meanwhile',
    does: 'changes its tools while a call runs',
    outcome: 'The new list arrives while the call goes on; the call gets its answer',
  },
  {
    id: 'asks-for-undeclared-capabilities',
    does: 'asks for capabilities that were not declared to it',
    outcome:
      'Refused without asking anybody: as an unknown method in the legacy era, by failing the call in the modern one',
  },
  {
    id: 'sends-requests-in-the-modern-era',
    does: 'sends requests of its own where the revision has none',
    outcome: 'Not answered, as the revision demands; noted; the call gets its answer',
    eras: ['modern'],
  },
  {
    id: 'floods-with-notifications',
    does: 'sends 10,000 notifications a second',
    outcome:
      'The call and all other servers go on; at most 200 log messages and ten progress reports a second pass, and the log says that more came',
  },
  {
    id: 'ignores-cancel',
    does: 'goes on after a cancelled call and answers it late',
    outcome: 'The call ends at once for the person; the late answer is dropped',
  },
  {
    id: 'tells-progress-of-nobody',
    does: 'tells progress for tokens that nobody gave out',
    outcome: 'Passed over and noted; the call gets its answer and no foreign progress',
  },
  {
    id: 'tells-progress-backwards',
    does: 'tells progress that goes back or is no number',
    outcome: 'Only progress that grows is shown',
  },
  {
    id: 'answers-100000-levels-deep',
    does: 'answers with JSON that nests 100,000 levels deep',
    outcome: refusedWhole,
  },
  {
    id: 'answers-5000000-empty-objects',
    does: 'answers with 15 MB of empty objects',
    outcome: refusedWhole,
  },
  {
    id: 'answers-50000-blocks',
    does: 'answers with 50,000 small blocks of content',
    outcome: refusedWhole,
  },
  {
    id: 'answers-2000-blocks',
    does: 'answers with 2,000 small blocks of content',
    outcome: 'The first 500 are used; a text after them says how many were left out',
  },
  {
    id: 'answers-a-hidden-key',
    does: 'answers with a key "__proto__", also in disguise',
    outcome: refusedWhole,
  },
  {
    id: 'strays-100000-levels-deep',
    does: 'sends deep JSON that nobody asked for',
    outcome: passedOver,
  },
  {
    id: 'promises-a-pattern-without-end',
    does: 'promises output by a pattern that takes for ever to match',
    outcome: 'The check is given up after 80 ms; the result is used and the log says so',
  },
  {
    id: 'promises-a-schema-that-doubles',
    does: 'promises output by a schema that doubles at every level',
    outcome: 'The check is given up after 80 ms; the result is used and the log says so',
  },
  {
    id: 'promises-a-schema-of-itself',
    does: 'promises output by a schema that is nothing but itself',
    outcome: 'The schema is not used; the result is, and the log says so',
  },
] as const satisfies readonly MisbehaviourRow[]

/** What goes wrong in lists. Ids are the modes of the hostile server's lists. */
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
    outcome: 'The pages read so far are used, and the log says that the rest is missing',
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

/** What goes wrong when a server starts or ends. */
export const badStartRows = [
  {
    id: 'never-answers-initialize',
    does: 'never answers the handshake',
    outcome: 'Given up at the time limit, in words; the process is ended',
    eras: ['legacy'],
  },
  {
    id: 'asks-before-initialized',
    does: 'asks the host before the handshake is over',
    outcome: 'A ping is answered, all else refused; the connection opens',
    over: ['stdio'],
    eras: ['legacy'],
  },
  {
    id: 'never-ends',
    does: 'goes on after its input ended and after SIGTERM',
    outcome: 'Killed with its whole tree after two graces',
    over: ['stdio'],
    eras: ['legacy'],
  },
] as const satisfies readonly MisbehaviourRow[]

const http = { over: ['http'] } as const

/** What goes wrong below the protocol. Ids are the wire faults of the hostile HTTP server. */
export const badWireRows = [
  {
    id: 'another-content-type',
    does: 'answers with a web page',
    outcome: 'The call fails and names the content type',
    ...http,
  },
  {
    id: 'event-without-end',
    does: 'sends an event without end',
    outcome: 'Cut off at 16 MB; the call fails and names the size',
    ...http,
  },
  {
    id: 'lines-without-end',
    does: 'sends an event of lines without end',
    outcome: 'Cut off at 16 MB; the call fails and names the size',
    ...http,
  },
  {
    id: 'stream-without-answer',
    does: 'keeps a stream alive and never answers on it',
    outcome: 'The call ends at its time limit',
    ...http,
  },
  {
    id: 'broken-chunks',
    does: 'breaks the chunked encoding',
    outcome: 'The call fails as a lost connection',
    ...http,
  },
  {
    id: 'gzip-bomb',
    does: 'answers with a gzip bomb',
    outcome: 'Cut off at 16 MB unpacked; the call fails and names the size',
    ...http,
  },
  {
    id: 'gzip-bomb-stream',
    does: 'streams a gzip bomb',
    outcome: 'Cut off at 16 MB unpacked; the call fails and names the size',
    ...http,
  },
  {
    id: 'broken-gzip',
    does: 'says gzip and sends something else',
    outcome: 'The call fails as a lost connection',
    ...http,
  },
  {
    id: 'redirect-elsewhere',
    does: 'redirects to another origin',
    outcome: 'Not followed, nothing is sent there; the call fails and says so',
    ...http,
  },
  {
    id: 'success-with-an-error',
    does: 'answers HTTP 200 with an error that is no protocol message',
    outcome: namedFault,
    ...http,
  },
  {
    id: 'success-without-body',
    does: 'answers HTTP 200 with nothing',
    outcome: 'The call ends at once as one that may have run',
    ...http,
  },
  {
    id: 'reset-in-the-body',
    does: 'resets the connection within an answer',
    outcome: 'The call fails as a lost connection',
    ...http,
  },
  {
    id: 'reset-in-the-stream',
    does: 'resets the connection within an event',
    outcome: 'The call fails as a lost connection; the server is asked for a sign of life',
    ...http,
  },
  {
    id: 'slow-headers',
    does: 'sends the headers of an answer byte by byte',
    outcome: 'The call ends at its time limit',
    ...http,
  },
  {
    id: 'headers-without-end',
    does: 'sends headers without end',
    outcome: 'The call fails as a lost connection',
    ...http,
  },
] as const satisfies readonly MisbehaviourRow[]

const sections: [string, readonly MisbehaviourRow[]][] = [
  ['Starting and ending', badStartRows],
  ['Calls', badCallRows],
  ['Lists', badListRows],
  ['HTTP', badWireRows],
]

/** All rows as a page of documentation. */
export function misbehavioursPage(): string {
  const tables = sections.map(([title, rows]) => {
    const lines = rows.map(
      ({ does, outcome, over, eras }) =>
        `| ${does} | ${outcome} | ${(over ?? ['stdio', 'http']).join(', ')} | ${(eras ?? ['legacy', 'modern']).join(', ')} |`,
    )
    return `## ${title}\n\n${['| A server that … | What Gatehouse does | over | era |', '| --- | --- | --- | --- |', ...lines].join('\n')}\n`
  })
  return `# Servers that break the rules

What Gatehouse does when a server misbehaves. Every row is a test in \`packages/mcp/checks/misbehaviour\` against a
real process or socket, and in every one of them another server goes on answering meanwhile. The rows
are data in \`packages/testkit/src/mcp/hostile/misbehaviours.ts\`; this page is written from them by
\`GATEHOUSE_WRITE_PAGES=1 npx vitest run packages/mcp/checks/misbehaviour/starts.test.ts\`.

${tables.join('\n')}`
}
