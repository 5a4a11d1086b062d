import type { Requirement } from './requirement.ts'

/** Promises about tool calls that a person is asked about. */
export const toolCallRequirements = {
  'chat.changed-tool': {
    promise: 'A server that changes what was trusted is seen through.',
    clauses: {
      explained:
        'Before a changed tool runs the person reads what the change means, and the words that changed.',
      instructions: 'No model is given instructions of a server that the person did not allow.',
      'held-back':
        'A model is given the instructions of a server as they were allowed; a change holds them back, and the server’s page says what it means.',
      prompt:
        'A prompt that was sent before and gives another text is shown with a comparison, and nothing is sent before the person decided.',
      each: 'Another description, hidden characters, an argument more, another UI resource and another name are each stated in words before the tool runs; a tool that is the same runs.',
      'other-program': 'The same definition from another program is asked about, in words.',
      similar: 'The card and the list of tools name another server’s tool of a like name.',
    },
  },
  'chat.tool-search': {
    promise: 'Many tools do not fill the context of a model: it looks for those that it needs.',
    clauses: {
      finds:
        'Above the set share of the context a model is offered a search, and what it found from then on in that chat, after what it was offered before.',
      recorded: 'The record of a request names the tools that were offered, and no others.',
      data: 'What servers wrote is marked as data in what a search gives.',
      'own-name':
        'A tool of a server that is named like the search is another one, and asked about.',
      pinned:
        'Tools that the person pinned are always offered; tools that are off are never found.',
      shown:
        'The person sees that tools are offered by search, and each search with what it found.',
      chosen: 'The person decides whether all tools are offered at once.',
    },
  },
  'chat.file-change': {
    promise: 'A call that writes a file shows what it would change in it.',
    clauses: {
      compared:
        'The card compares with the file as it is now, in a folder of the chat or of the server alone.',
      foreseen: 'What server-filesystem makes of a file is what the comparison showed.',
      unknown: 'Where the file is not read, or the old text is not in it, the card says so.',
    },
  },
  'chat.file-undo': {
    promise: 'What a call changed in a file can be undone by a press.',
    clauses: {
      restored: 'The file is restored byte for byte, with its permission bits.',
      'unchanged-only': 'A file that was changed after the call is not touched.',
      said: 'Where nothing is kept the call says why.',
      recorded: 'It works after a restart, and the record has it.',
      'no-way-out': 'Nothing is kept or restored through a link.',
      bounded: 'At most 5 MB of a file and 20 MB of a chat are kept.',
      'with-chat': 'What is kept goes with its chat, and of a temporary one is in memory alone.',
      compared: 'Before the press the call shows what comes back.',
      told: 'The model is told with its next request.',
    },
  },
  'chat.arguments-fit': {
    promise: 'The person is not asked about a call that lacks what its tool requires.',
    clauses: {
      back: 'It goes back to the model, in two steps of a turn at most, and is recorded.',
      marked: 'After that the card names the members that are missing or unknown.',
    },
  },
  'chat.provenance': {
    promise: 'What one server gave goes to no other unseen.',
    clauses: {
      shown:
        'A tool that runs without asking is asked about when it would send text of another server.',
      source: 'The card leads to the entry that the text came from.',
      rule: 'A rule that lets text go is given in the consent window, listed, and taken back.',
    },
  },
  'chat.plan': {
    promise:
      'Several calls of one step are one card, in which nothing is allowed that was not in view.',
    clauses: {
      each: 'Each call is allowed, changed or denied by itself.',
      all: 'The rest is allowed at once, as it was proposed.',
      deny: 'One press denies all, wherever the list and the chat are scrolled to.',
      keys: 'Fifteen calls take fifteen presses of one key, and each press that decides nothing says why.',
      order: 'Calls that are allowed run in the order in which the model proposed them.',
      unopened:
        'Calls are allowed unopened only by a button that counts them; the record keeps how many, and which.',
      alike:
        'A lasting permission answers the calls of the list that it covers and that were in view; the others ask, and are counted.',
      unseen: 'Of a hundred calls none is allowed with the others before it was in view.',
      narrow: 'All of it is reached at 640 pixels, and with text twice as large.',
      outcomes: 'A call whose server goes ends with a word; after a kill each has a known outcome.',
    },
  },
} as const satisfies Record<string, Requirement>
