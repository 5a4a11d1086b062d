import type { Threat } from './threat.ts'

const modelContext = 'packages/host/src/chat/model-request/model-context.test.ts'
const room = 'packages/host/src/chat/model-request/context-budget.test.ts'
const next = 'packages/host/src/chat/model-request/next-request.test.ts'
const footer = 'packages/ui/src/features/chat/transcript/turn-footer.test.tsx'
const meter = 'packages/ui/src/features/chat/composer/context-meter.test.tsx'

/** Attacks that replace the person's messages in a model's context. */
export const threats: Threat[] = [
  {
    id: 'context.pushed-out',
    attacker: 'server',
    tries:
      'Gives long results or defines many long tools, so that the messages of the person, and what they asked the model not to do, no longer fit into its context.',
    stoppedBy:
      'Results of the turn are cut before the messages before it lose a quarter of the room; tools beyond a share are offered by search; pinned messages have room first; what is left out is reported to the model, before sending kind by kind, and in the turn.',
    tests: [
      {
        file: modelContext,
        title:
          'cuts results of its own turn, with a handle, before the turns before it vanish; no call is torn from its result',
      },
      { file: next, title: 'says what will be left out, and how many exchanges that is' },
      {
        file: meter,
        title:
          'says how much of the context the next request will take, and of what, by a press of it',
      },
      {
        file: footer,
        title: 'distinguishes a context that was full from exchanges that were left out before',
      },
    ],
    remains:
      'Results of earlier turns count like the words in them, and where the person turned the search of tools off definitions may take all of the room. Both are shown, with their shares.',
  },
  {
    id: 'context.lying-window',
    attacker: 'model',
    tries:
      'Claims in its list a context of one token or of a million millions, or counts tokens that were never sent, so that all is left out, main reads a whole chat, or each request is refused.',
    stoppedBy:
      'The message itself is always sent; at most a million tokens of earlier ones are read; a count is believed between half and three times the estimate; a refused length is retried with less and then kept below.',
    tests: [
      {
        file: modelContext,
        title:
          'believes no list of models and no count that would leave a model without the message',
      },
      {
        file: room,
        title:
          'reads at most a million tokens of earlier messages, whatever a list of models claims',
      },
      { file: room, title: 'believes a count between half and three times the estimate' },
      {
        file: modelContext,
        title:
          'where nobody says how much a model reads, it is asked once more with less when it refuses',
      },
    ],
    remains: 'A context that is claimed too small has more left out than needed, which is shown.',
  },
  {
    id: 'context.unseen-quarantine',
    attacker: 'server',
    tries:
      'Defines a tool so that a provider cannot take it, and has its name or schema say something else to the person who looks why.',
    stoppedBy:
      'The tool is left out alone; the turn names it, its server and the reason in words of the app, and reveals invisible characters.',
    tests: [
      {
        file: footer,
        title: 'says of each tool that was not offered why, and leads to the one that is there',
      },
      {
        file: 'packages/host/src/chat/tool-offers/left-out-tools.test.ts',
        title: 'a turn says which tools its model was not offered, why and whose they are, once',
      },
    ],
  },
]
