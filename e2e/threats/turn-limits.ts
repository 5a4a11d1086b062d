import type { Threat } from './threat.ts'

const tasks = 'packages/host/src/tasks/tasks.test.ts'
const page = 'packages/store/src/chats/transcript-page.test.ts'
const bounded = 'packages/store/src/chats/bounded-entry.test.ts'
const context = 'packages/host/src/chat/model-request/fitting-history.test.ts'
const stores = 'packages/store/src/one-entry.test.ts'
const sampling = 'packages/mcp/src/features/sampling/handle-sampling.test.ts'
const choice = 'packages/host/src/server-requests/sampling-choice.test.ts'
const keys = 'packages/host/src/model-providers/masked-models.test.ts'
const quoted = 'packages/llm/src/provider-message.test.ts'
const adapted = 'packages/llm/src/request/adapt-tools.test.ts'
const model = 'packages/llm/src/hostile-model.test.ts'
const list = 'packages/llm/src/listing/list-models.test.ts'
const turn = 'packages/host/src/chat/tool-calls/runaway.test.ts'
const live = 'packages/host/src/chat/turns/live-turn.test.ts'
const streamed = 'packages/store/src/chats/streamed-text.test.ts'

/** Attacks by a model, an endpoint or a server that freeze main or fill the disk by way of a turn. */
export const threats: Threat[] = [
  {
    id: 'turns.thousands-of-calls',
    attacker: 'model',
    tries: 'To hold the window with a step of thousands of tool calls.',
    stoppedBy:
      'A step makes 64 calls; the rest are counted, shown and told to the model within a legal transcript.',
    tests: [
      {
        file: model,
        title: 'of thousands of calls in one step 64 come through, and the rest are counted',
      },
      {
        file: turn,
        title: 'has 64 of them made, and says to the person and the model how many were not',
      },
    ],
  },
  {
    id: 'turns.parallel-calls',
    attacker: 'model',
    tries: 'To start dozens of calls on one server at the same moment.',
    stoppedBy: 'Eight calls run on a server at a time; the others wait in the order of approval.',
    tests: [
      {
        file: turn,
        title: 'runs at most 8 on a server at the same time, in the order they were allowed',
      },
      {
        file: turn,
        title:
          'a call that waits for its place is cancelled at once, and its place goes to the next',
      },
    ],
  },
  {
    id: 'turns.unasked-calls',
    attacker: 'model',
    tries: 'To run thousands of calls on one earlier permission.',
    stoppedBy: 'After 50 calls in a turn that ran without asking the person is asked again.',
    tests: [
      { file: turn, title: 'ask again after 50 in one turn, and say how many ran' },
      {
        file: turn,
        title: 'may run 50 more once the person allows it again, and an answer for one is for one',
      },
    ],
  },
  {
    id: 'turns.endless-text',
    attacker: 'model',
    tries: 'To fill memory and disk with an answer, or reasoning, that does not end.',
    stoppedBy: 'A step ends at 1,000,000 characters of text and reasoning, which are kept.',
    tests: [
      {
        file: model,
        title: 'an answer of text without an end is ended at 1,000,000 characters, which are kept',
      },
      {
        file: model,
        title:
          'an answer of reasoning without an end is ended at 1,000,000 characters, which are kept',
      },
      {
        file: model,
        title: 'main is served while a million characters stream in as fast as the network allows',
      },
    ],
  },
  {
    id: 'turns.rewritten-text',
    attacker: 'model',
    tries: 'To make the disk write the square of a long answer.',
    stoppedBy: 'Streamed text is appended in pieces and taken into its row once.',
    tests: [
      { file: live, title: 'is appended on disk, never written again from its beginning' },
      {
        file: streamed,
        title:
          'a flood of text costs the disk a few bytes for each of its own, however long it gets',
      },
      {
        file: streamed,
        title: 'text that came as models write grows the database by at most 1.2 bytes a byte',
      },
      {
        file: streamed,
        title: 'streamed text that was kept is there after a kill with -9, and once taken in too',
      },
    ],
  },
  {
    id: 'turns.progress-flood',
    attacker: 'server',
    tries: 'To have a call of a megabyte rewritten on disk with every progress it reports.',
    stoppedBy: 'Progress is only reported; a task whose turn is over has one kept a second.',
    tests: [
      {
        file: live,
        title: 'does not cost a write of its call for each progress a server reports',
      },
    ],
  },
  {
    id: 'turns.huge-arguments',
    attacker: 'model',
    tries: 'To gather arguments of a call without an end in memory.',
    stoppedBy: 'One call takes 1 MB of arguments and a step 4 MB; then the answer is ended.',
    tests: [{ file: model, title: 'a call whose arguments have no end is ended at 1 MB' }],
  },
  {
    id: 'turns.empty-events',
    attacker: 'model',
    tries: 'To keep main busy for ever with events that hold nothing.',
    stoppedBy: 'An answer has at most 100,000 events, and empty ones count as silence.',
    tests: [
      { file: model, title: 'deltas that hold nothing, for ever, are ended' },
      { file: model, title: 'empty deltas that come slowly count as silence' },
    ],
  },
  {
    id: 'turns.huge-event',
    attacker: 'model',
    tries: 'To hold main with one event of many megabytes or of hundreds of thousands of values.',
    stoppedBy: 'Bytes and values of an event are counted before anything parses it.',
    tests: [
      { file: model, title: 'one line without an end is not gathered in memory' },
      {
        file: model,
        title: 'one event of hundreds of thousands of values is refused before it is parsed',
      },
    ],
  },
  {
    id: 'turns.odd-calls',
    attacker: 'model',
    tries:
      'To break the transcript with huge, repeated or special call ids, names and token counts.',
    stoppedBy:
      'Ids and names are cut, calls and results are paired in order, absurd counts dropped.',
    tests: [
      {
        file: model,
        title: 'ids and names of a megabyte are cut, and absurd token counts are not counts',
      },
      {
        file: model,
        title: 'calls whose ids are alike, empty or __proto__ stay pairs of call and result',
      },
    ],
  },
  {
    id: 'turns.error-page',
    attacker: 'model',
    tries: 'To hold main with an error page whose tags have no end.',
    stoppedBy: 'Pages are read by position, in linear time.',
    tests: [
      {
        file: model,
        title: 'an error page of 65 KB of tags without an end costs no second',
      },
    ],
  },
  {
    id: 'turns.many-models',
    attacker: 'model',
    tries: 'To hold main and window with a list of hundreds of thousands of models.',
    stoppedBy:
      'Of a list 2,000 models are taken and the rest counted; a larger list is refused in words.',
    tests: [
      {
        file: list,
        title: 'of 100,000 models the first 2,000 are taken, and main is not held',
      },
      { file: list, title: 'of 300,000 models is refused in words before it is parsed' },
    ],
  },
  {
    id: 'turns.long-model-names',
    attacker: 'model',
    tries: 'To make a provider vanish by a model id that its own record cannot hold.',
    stoppedBy: 'Such models are left out and counted when they come in.',
    tests: [
      {
        file: list,
        title: 'models with ids or names that are too long are left out and counted',
      },
    ],
    remains:
      'A damaged record is shown with what can be read of it, and that reading has no test of its own yet.',
  },
  {
    id: 'turns.large-results',
    attacker: 'server',
    tries: 'To make a chat too large to be opened, one result after the other.',
    stoppedBy:
      'A turn keeps 256 MB of results in files and 32 MB beside them, the rest is shortened in words; the window gets a beginning of each; a chat is read a page at a time, and a page has at most 1 MB unless one entry alone has more.',
    tests: [
      {
        file: turn,
        title:
          'a turn keeps 256 MB of them in files, the rest shortened in words, and the window gets a beginning of each',
      },
      { file: turn, title: 'a turn that is full makes no other step, and says so' },
      { file: page, title: 'a page has at most 1 MB, or one entry that is larger' },
      {
        file: page,
        title:
          'a page, and what the next request is estimated by, cost the same in a chat of 20 and of 100,000 messages',
      },
      {
        file: context,
        title: 'is sent the latest turns that fit, whole, and how many are left out',
      },
    ],
  },
  {
    id: 'turns.words-of-the-person',
    attacker: 'server',
    tries:
      'To speak to the model in the person’s name by the result of a call that the person made.',
    stoppedBy:
      'Such a result goes as a result of the tool, as the API has it; where the model may not call the tool, as one JSON string labelled as data of the tool, and its pictures with a line that labels them too.',
    tests: [
      {
        file: 'packages/host/src/chat/tool-calls/manual.test.ts',
        title:
          'gives a model that may not call the tool its result as data that cannot pass for the person’s words',
      },
      {
        file: 'apps/desktop/src/main/faults/takeover.test.ts',
        title: 'gets a call of a tool that it is not offered in words, and the picture as one',
      },
    ],
  },
  {
    id: 'turns.result-for-model',
    attacker: 'server',
    tries: 'To send megabytes to the model in a block that is not text.',
    stoppedBy: 'What a model receives of a result is bounded for every kind of content.',
    tests: [
      { file: turn, title: 'is bounded whatever kind of content it is in: an embedded resource' },
      { file: turn, title: 'is bounded whatever kind of content it is in: structured content' },
      { file: turn, title: 'is bounded for a server’s error too' },
    ],
  },
  {
    id: 'turns.quadratic-expressions',
    attacker: 'server',
    tries: 'To find an expression that takes the square of a text from outside.',
    stoppedBy: 'A lint rule has recheck judge every regular expression literal of the sources.',
    tests: [
      {
        file: 'packages/tooling/src/quality-gate-tests/gates.test.ts',
        title: "'quadratic-expression.ts': 'gatehouse(linear-expressions)'",
      },
    ],
    remains:
      'Expressions built at run time with new RegExp, of which there are three, are not judged.',
  },
  {
    id: 'turns.log-flood',
    attacker: 'server',
    tries: 'To fill the disk by making the host log or record without end.',
    stoppedBy: 'The log file turns over at its size and a server may ask 60 times a minute.',
    tests: [],
    remains:
      'The rate of lines in the log and the growth of the audit table have no bound of their own.',
  },
  {
    id: 'turns.inlining-schemas',
    attacker: 'server',
    tries:
      'To hold main at every model step with tools of few bytes whose references inline to much more.',
    stoppedBy:
      'Schemas are counted before they are copied, by the tool and by the request; each is adapted once for all steps, and others have their turn between.',
    tests: [
      {
        file: adapted,
        title: 'whose schemas inline to much more are not all read, and the rest is reported',
      },
      {
        file: adapted,
        title: 'are adapted once for all steps, and others have their turn meanwhile',
      },
      { file: adapted, title: 'that repeat what is large are refused before it is copied' },
      { file: adapted, title: 'of any length are looked up once, and endless ones not at all' },
    ],
  },
  {
    id: 'turns.reporting-task',
    attacker: 'server',
    tries:
      'To keep main busy for ever with a task that reports in a chat whose other results are large.',
    stoppedBy:
      'Of a turn that is over one entry is read and written, at most once a second for each kind of report.',
    tests: [
      {
        file: tasks,
        title:
          'a task that reports without end has one entry read, once a second, and its last words kept',
      },
      {
        file: stores,
        title:
          'one entry is read with its turn and without the others, and a size without reading any',
      },
    ],
  },
  {
    id: 'turns.many-values',
    attacker: 'server',
    tries: 'To make a chat slow to open with results of few characters and very many values.',
    stoppedBy:
      'A chat is read a page of at most 1 MB at a time; structured content has at most 100,000 values.',
    tests: [
      { file: page, title: 'a page has at most 1 MB, or one entry that is larger' },
      { file: bounded, title: 'leaves structured content of millions of values out' },
    ],
    remains: 'A page of nothing but small values takes some hundred milliseconds to draw.',
  },
  {
    id: 'turns.sampling-lists',
    attacker: 'server',
    tries: 'To hold main with a sampling request of tens of thousands of hints, blocks or tools.',
    stoppedBy:
      'Each list of a request has a limit where it is parsed; the error response names the one that was too long.',
    tests: [
      {
        file: sampling,
        title: '%s of a sampling request have a limit, and the error response names it',
      },
      { file: choice, title: 'looks at a bounded number of hints' },
    ],
  },
  {
    id: 'turns.echoed-key',
    attacker: 'model',
    tries:
      'To have the key of its endpoint shown, kept or sent to a server by saying it in text, in arguments of a call, in names of models or in errors.',
    stoppedBy:
      'All that comes from an endpoint passes the mask that hides the secrets of servers; text that streams is held back where a key may begin.',
    tests: [
      {
        file: keys,
        title: 'a key that comes back %s is hidden in text, however it is cut into pieces',
      },
      {
        file: keys,
        title:
          'a key is hidden in the arguments and names of calls, so that no other server is given it',
      },
      {
        file: keys,
        title: 'a key is hidden in errors, which keep their code, and text before them is not lost',
      },
      {
        file: keys,
        title:
          'a list of models shows no key, and a model that is named by it is left out and counted',
      },
      {
        file: quoted,
        title:
          'takes out a key that what cannot be seen parts in two, and hides before it shortens',
      },
    ],
    remains:
      'Whoever has the key can spell it in ways that are not searched for: backwards, in parts, with signs between.',
  },
]
