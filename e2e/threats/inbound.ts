import type { Threat } from './threat.ts'

const parse = 'packages/domain/src/json/parse-json.test.ts'
const values = 'packages/domain/src/json/json.test.ts'
const calls = 'packages/mcp/checks/misbehaviour/calls.test.ts'
const lists = 'packages/mcp/checks/misbehaviour/lists.test.ts'
const events = 'packages/mcp/src/transports/http/sanitize-events.test.ts'
const lines = 'packages/mcp/src/transports/stdio/message-reader.test.ts'
const kept = 'packages/store/src/list-lifetimes.test.ts'
const mask = 'packages/host/src/masking/secret-mask.test.ts'
const masked = 'packages/host/src/masking/masked-connection.test.ts'
const model = 'packages/llm/src/read-tool-arguments.test.ts'
const imported = 'packages/host/src/server-import/read-config.test.ts'
const typed = 'packages/ui/src/kit/schema-form/schema-form.test.ts'

/** Attacks by incoming JSON, from servers, models, files and people, and the secrets in it. */
export const threats: Threat[] = [
  {
    id: 'inbound.hidden-key',
    attacker: 'server',
    tries:
      'To have a key named __proto__, which the window drops, sent to a server or a model unseen.',
    stoppedBy:
      'Every text from outside is refused that has such a key at any depth, however it is escaped; so is every value.',
    tests: [
      { file: parse, title: 'is refused however it is written: %s' },
      {
        file: values,
        title: 'refuses a member named __proto__ at any depth, as the window would never show it',
      },
      { file: lines, title: 'a response that %s fails its request in words, and the next is read' },
      { file: calls, title: 'a server ($transport, $era) that $does: $outcome' },
    ],
  },
  {
    id: 'inbound.two-readings',
    attacker: 'model',
    tries:
      'To write arguments that are read in two ways: a key twice, a number that changes, a value that is none.',
    stoppedBy: 'Arguments of tools are read exactly or refused, in words that the model gets.',
    tests: [
      {
        file: model,
        title: 'arguments that would not be sent as they were written are refused: %s',
      },
      { file: parse, title: 'a key that comes twice is refused: %s' },
      {
        file: parse,
        title: 'that change are refused where exactness counts, and rounded elsewhere: %s',
      },
      { file: typed, title: 'refuses what would not be sent as it was typed: %s' },
    ],
  },
  {
    id: 'inbound.flood-of-values',
    attacker: 'server',
    tries: 'To block main for minutes with one message of millions of empty objects.',
    stoppedBy:
      'Bytes, values and depth are bounded by a scan of the text before anything is made of it.',
    tests: [
      {
        file: parse,
        title: 'is applied before anything is parsed, and says what, where and how much',
      },
      { file: calls, title: 'a server ($transport, $era) that $does: $outcome' },
      { file: lines, title: '16 MB of %s never hold everything else up for long' },
    ],
  },
  {
    id: 'inbound.many-messages',
    attacker: 'server',
    tries: 'To block main with large messages one after another, or a batch of thousands.',
    stoppedBy:
      'A large message is read in several turns, a batch by the hundred, and the process waits meanwhile.',
    tests: [
      {
        file: lines,
        title: 'many large messages one after another let everything else have its turn',
      },
      {
        file: 'packages/mcp/src/transports/http/sanitize-events.test.ts',
        title: 'many small events leave everything else its turn in between',
      },
      { file: lines, title: 'a large batch is read whole, and in order' },
      { file: lines, title: 'messages keep their order around large ones' },
    ],
  },
  {
    id: 'inbound.events',
    attacker: 'server',
    tries:
      'To reach the SDK with an event that was not judged, or to slow its parser with line ends.',
    stoppedBy:
      'Events are cut, judged and given one kind of line end before any other parser sees them.',
    tests: [
      {
        file: events,
        title: 'whole events that end with %s pass as they are, each within the bound',
      },
      { file: events, title: 'an event of many lines does not get past the bound' },
      {
        file: events,
        title: 'many line ends with a CR at the end of a chunk cost no more than others',
      },
    ],
  },
  {
    id: 'inbound.endless-lists',
    attacker: 'server',
    tries: 'To exhaust main at every start with tens of megabytes of definitions.',
    stoppedBy:
      'A list is bounded by entries, bytes and values, in all its pages; one that an older file holds beyond that is not read.',
    tests: [
      { file: lists, title: 'a server ($transport, $era) that $does: $outcome' },
      {
        file: kept,
        title: 'a list beyond the bounds is left out and said, and the next one is kept: %s',
      },
    ],
  },
  {
    id: 'inbound.configuration',
    attacker: 'configuration',
    tries: 'To block main with a configuration of millions of values, or to hide what a number is.',
    stoppedBy: 'A file is scanned before it is parsed; numbers are taken as they are written.',
    tests: [
      {
        file: imported,
        title: 'is not parsed when it holds more values than a configuration could',
      },
      {
        file: imported,
        title: 'gives numbers as they are written, whatever a double makes of them',
      },
    ],
  },
  {
    id: 'inbound.echoed-secrets',
    attacker: 'server',
    tries:
      'To bring a secret that it was given into the window, the model or the database by echoing it.',
    stoppedBy:
      'Secrets are hidden in everything that comes in through a connection, in keys and values, as they are or encoded.',
    tests: [
      { file: masked, title: 'are hidden in everything that a connection gives' },
      { file: masked, title: 'are hidden in what a server asks and sends by itself' },
      {
        file: masked,
        title: 'are hidden in the words and the data of an error, and its cause is left out',
      },
      { file: masked, title: 'leaves it neither in events nor in views nor on disk' },
      { file: mask, title: 'are hidden %s, in values, keys and amid other text' },
    ],
    remains:
      'A server can always spell what it knows in another way: backwards, in parts, in hexadecimal, compressed. What it was given, it has.',
  },
  {
    id: 'inbound.one-bad-tool',
    attacker: 'server',
    tries:
      "To hide a server's tools, by one tool whose schema breaks the rules and takes its page with it.",
    stoppedBy:
      'Of a page only the entries that break the rules are left out, each by its name and the reason in the log.',
    tests: [
      {
        file: 'packages/mcp/src/message-parsing/salvage-list.test.ts',
        title: 'of a page with one tool that has %s only that tool is lost',
      },
      { file: lists, title: 'a server ($transport, $era) that $does: $outcome' },
    ],
    remains: 'A page that is too large, or has too many values, is refused as a whole.',
  },
  {
    id: 'inbound.sum-of-asks',
    attacker: 'server',
    tries:
      'To freeze the window and fill its memory with many requests at once, each of which is within its limits.',
    stoppedBy:
      'The cards, fields and characters of all pending asks of a server have one budget; what exceeds it is refused at once, logged, and said to the person. Only cards near the view are drawn, and the fields of a long form in steps.',
    tests: [
      {
        file: 'packages/domain/src/asks/ask-budget.test.ts',
        title: 'holds the sum of %s to its budget',
      },
      {
        file: 'packages/host/src/server-requests/server-request-handlers.test.ts',
        title: 'is refused beyond a sum of fields, which the person is told once',
      },
      {
        file: 'e2e/asks-sums.spec.ts',
        title:
          'twenty forms of two hundred fields leave the window responsive: what is over the budget is refused at once',
      },
    ],
    remains: 'Several servers have a budget each.',
  },
  {
    id: 'inbound.request-without-response',
    attacker: 'server',
    tries:
      'To wait for ever for the response to a request over the budget, or to let a call wait whose response hides its id behind what is not read.',
    stoppedBy:
      'The outermost members of a message that is refused are read while it goes by: a request gets an error response, the call that waits for a response ends, and the log says which it was.',
    tests: [
      {
        file: 'packages/mcp/src/transports/http/refused-requests.test.ts',
        title: 'a request over HTTP that %s gets an error response',
      },
      {
        file: 'packages/mcp/src/transports/http/refused-requests.test.ts',
        title: 'a request over stdio that %s gets an error response',
      },
      {
        file: lines,
        title: 'a response that %s ends its call also when its id is between other members',
      },
      {
        file: 'packages/mcp/src/message-parsing/envelope.test.ts',
        title: '16 MiB of %s are read in time linear in them',
      },
    ],
    remains:
      'Of a batch, or of an event that names itself only after 16 MiB, it cannot be seen what it belongs to: the log states it, and the call ends at its timeout.',
  },
  {
    id: 'inbound.endless-pattern',
    attacker: 'server',
    tries:
      'To hold main or the window up by a pattern in a schema, such as ^(a+)+$, and a text that it almost matches.',
    stoppedBy:
      'Patterns are judged before they are run, by how many ways they have for the texts at hand; what costs too much is not checked, which the log says. A time limit of the engine stands behind that in main.',
    tests: [
      {
        file: 'packages/mcp/src/features/tool-results/check-output.test.ts',
        title: 'a pattern of %s in an output schema is not run, and the log says so',
      },
      {
        file: 'packages/mcp/src/features/tool-results/check-output.test.ts',
        title: 'a pattern by which names are judged is not run either',
      },
    ],
  },
  {
    id: 'inbound.names-of-megabytes',
    attacker: 'server',
    tries:
      'Sends messages whose method or id is megabytes long, so that main keeps them beside the shortened message.',
    stoppedBy:
      'Of a method and an id 256 characters are kept, as texts of their own; longer ids are paired with nothing.',
    tests: [
      {
        file: 'packages/mcp/src/traffic-log/frame-recorder.test.ts',
        title: 'keeps only the start of the method and id of a %s, however long they are',
      },
    ],
  },
  {
    id: 'inbound.retry-without-pause',
    attacker: 'server',
    tries:
      'Ends its streams at once with retry: 0, so that main asks again without a pause, for ever.',
    stoppedBy:
      'A pause is at least 250 ms and doubles up to 4 s while the connections bring no message.',
    tests: [
      {
        file: 'packages/mcp/src/transports/http/streams.test.ts',
        title:
          'a server that asks for no pause is not asked without one, and less often while it sends nothing',
      },
    ],
  },
  {
    id: 'inbound.long-title',
    attacker: 'server',
    tries: 'Gives a tool a title of 900 KB, which each call and its record would keep for good.',
    stoppedBy: 'A title of more than 256 characters is left out, a record keeps at most 300.',
    tests: [
      {
        file: 'packages/mcp/src/features/tools/list-tools.test.ts',
        title: 'a title of a page is left out, and its tool stays',
      },
    ],
  },
  {
    id: 'inbound.long-completions',
    attacker: 'server',
    tries: 'Completes an argument with a hundred values of 150 KB, drawn at each key.',
    stoppedBy: 'Values of more than 1,024 characters are left out, and the log names them.',
    tests: [
      {
        file: 'packages/mcp/src/features/completion/complete.test.ts',
        title: 'values that nobody would choose from a list are left out, and the log says so',
      },
    ],
  },
  {
    id: 'inbound.endless-sampling',
    attacker: 'server',
    tries: 'Asks for sampling or elicitation with megabytes of text, or 900,000 lines, to review.',
    stoppedBy:
      'More than 200,000 characters or 20,000 lines of text in one request are refused: the server gets an error response, and the person is not asked.',
    tests: [
      {
        file: 'packages/mcp/src/features/sampling/handle-sampling.test.ts',
        title: 'is refused with more text than a person can review, whatever it is in',
      },
    ],
    remains: 'twenty requests just below that wait together; all cards of one call are drawn',
  },
  {
    id: 'inbound.many-tasks',
    attacker: 'server',
    tries: 'Names thousands of tasks, which the page of its tasks would draw.',
    stoppedBy: 'Fifty are drawn, and a hundred more with each press.',
    tests: [
      {
        file: 'packages/ui/src/features/servers/features/server-tasks.test.tsx',
        title: 'of thousands of tasks the first are drawn, and more with each press',
      },
    ],
  },
  {
    id: 'inbound.thousands-at-once',
    attacker: 'server',
    tries: 'Responds to a call with a round of 30,000 requests for roots, again and again.',
    stoppedBy:
      'A round, and the state of a task, with more than 32 requests ends the call in words.',
    tests: [
      {
        file: 'packages/mcp/checks/protocol/rounds.test.ts',
        title:
          'a round that asks for thousands of things is refused, and nothing of it is answered',
      },
    ],
  },
]
