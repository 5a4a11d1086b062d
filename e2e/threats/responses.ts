import type { Threat } from './threat.ts'

const results = 'packages/mcp/checks/faults/unread-results.test.ts'
const calls = 'packages/mcp/src/features/tools/call-tool.test.ts'
const tasks = 'packages/host/src/tasks/tasks.test.ts'
const steps = 'packages/host/src/chat/tool-calls/costly-steps.test.ts'
const toolSearch = 'packages/host/src/chat/tool-offers/tool-search.test.ts'
const frontmatter = 'packages/mcp/src/features/skills/frontmatter.test.ts'

/** Responses of a server that are made to end the host, to be reported wrongly, or to be costly. */
export const threats: Threat[] = [
  {
    id: 'responses.tool-search',
    attacker: 'server',
    tries:
      'To pass for the host’s search for tools, or to give the model orders in a description that a search finds.',
    stoppedBy:
      'No tool of a server has the name of the search. What a search found is one line of JSON that is marked as data and bounded; a call of what it found is asked about like any other.',
    tests: [
      {
        file: toolSearch,
        title: 'a tool of a server with the same name is another one, which is asked about',
      },
      {
        file: toolSearch,
        title: 'what servers wrote is marked as data in what a search gives, and is short',
      },
    ],
  },
  {
    id: 'responses.skill-head',
    attacker: 'server',
    tries: 'To crash or block the app with the head of a skill: YAML that nests without end.',
    stoppedBy:
      'A head has at most 8,192 characters and nests at most 32 deep, which is counted token by token before anything is built.',
    tests: [
      { file: frontmatter, title: 'a head of deep %s is refused before it is built' },
      {
        file: frontmatter,
        title: 'what a head may be is bounded in length, and a node has one tag and one anchor',
      },
    ],
  },
  {
    id: 'responses.unread-result',
    attacker: 'server',
    tries:
      'To have a call that ran be called again unasked, by a result that cannot be read: too large, of a wrong shape, with a hidden key.',
    stoppedBy:
      'Only an error in the words of the server counts as a refusal; any other response ends the call as one that may have run. Structured content that does not match its schema is kept, with a note.',
    tests: [
      {
        file: results,
        title: 'a call whose result has %s in %s is reported as one that may have run',
      },
      {
        file: calls,
        title: 'a result of which nothing can be read leaves it unknown whether the call ran',
      },
      {
        file: calls,
        title: 'structured content that breaks the output schema is kept, with a note before it',
      },
    ],
  },
  {
    id: 'responses.forgotten-task',
    attacker: 'server',
    tries:
      'To have a task that ran be run again unasked, by forgetting it or by never saying how it stands.',
    stoppedBy:
      'Its call ends as one that may have run, in the session and after a restart alike, and the permission of its call is suspended.',
    tests: [
      { file: tasks, title: 'that ends with %s may have run, and does not run again unasked' },
      {
        file: tasks,
        title: 'a task of which nobody knows what came suspends the permission of its call',
      },
    ],
  },
  {
    id: 'responses.task-cut-off',
    attacker: 'server',
    tries:
      'To leave a call running for ever and lose its result, by ending a task just when the app is killed.',
    stoppedBy:
      'A start follows every task whose call is not over, ended or not; a call whose task is not on disk ends as one that may have run.',
    tests: [
      {
        file: tasks,
        title: 'a result that was not kept when the app was killed is asked for again',
      },
      {
        file: tasks,
        title: 'a call whose task is not on disk any more ends as one that may have run',
      },
    ],
  },
  {
    id: 'responses.large-definition',
    attacker: 'server',
    tries:
      'To hold main and the window up, and to fill the disk, with a definition of a megabyte that each of 64 calls of a step is asked about with.',
    stoppedBy:
      'A definition is hashed once, and what is asked carries only what its card shows: a description of 16,000 characters, a schema of 64,000.',
    tests: [
      { file: steps, title: 'what is asked about 64 calls does not carry %s of a megabyte' },
      { file: steps, title: 'a definition is hashed once, however often it is compared' },
    ],
    remains:
      'Arguments of a tool with a larger schema are edited as plain JSON, without its fields; the server checks them.',
  },
  {
    id: 'responses.read-result-storm',
    attacker: 'model',
    tries:
      'To take a gigabyte of memory by reading 64 parts of a large result in one step, unasked.',
    stoppedBy:
      'The host’s own calls of a step run one after the other, and the file that they read in is parsed once.',
    tests: [
      {
        file: steps,
        title: 'parts of one result are read one after the other, and its file once',
      },
    ],
    remains:
      'A model that reads in two large results by turns has each parsed again, one at a time.',
  },
  {
    id: 'responses.many-values',
    attacker: 'model',
    tries:
      'To block main at a step, and at each message after it, with millions of values in the arguments of calls that run without asking.',
    stoppedBy:
      'The calls of a step share a budget of 100,000 values; the rest is refused in words.',
    tests: [{ file: steps, title: 'the calls of one step share one budget of values' }],
    remains:
      'A turn is read whole where its head would do (edit, retry, other versions), so many such steps in one turn still add up.',
  },
  {
    id: 'responses.pictures',
    attacker: 'server',
    tries:
      'To make each request to the model hundreds of megabytes large with pictures in results, at the cost of the person.',
    stoppedBy:
      'The pictures and sounds in the results of a turn take from one budget of 20 and 20 million characters, the latest first, and those of all turns before it from another; the others become a line.',
    tests: [
      {
        file: steps,
        title: 'pictures of the results of a turn take from one budget, the latest first',
      },
    ],
    remains: 'They are read from disk for providers that take words only, too.',
  },
]
