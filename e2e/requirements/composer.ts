import type { Requirement } from './requirement.ts'

/** Promises about writing a message and the keys of every day. */
export const composerRequirements = {
  'chat.composer': {
    promise: 'Writing a message moves nothing else.',
    clauses: {
      pinned: 'The end of the chat stays in view while a draft of several lines is typed.',
    },
  },
  'chat.send-key': {
    promise:
      'The person chooses the key that sends: Enter, or Ctrl+Enter with Enter for a new line.',
    clauses: {
      composer:
        'With Ctrl+Enter, Enter begins a new line in the message field, and the button says which key sends.',
      edits: 'The same holds for a message that is edited, sent or waiting.',
      exact:
        'A press that sends a message, or would once its attachments are there, allows no request.',
      kept: 'It is chosen in the settings, and kept over a restart.',
    },
  },
  'chat.recall': {
    promise: 'What was sent in a chat comes back by the arrow keys, as in a shell.',
    clauses: {
      back: 'Arrow up in the empty message field walks back over all messages of the chat, those not loaded too, and each is read out.',
      forward: 'Arrow down goes forward again, to the empty field.',
      draft:
        'What is typed, or changed of what came back, stays; keys of an input method walk nowhere.',
    },
  },
  'composer.spelling': {
    promise: 'Spelling is checked as one writes, on this computer alone.',
    clauses: {
      marked: 'A misspelled word is known as one while it is written.',
      suggested: 'Its menu has what might be meant, and puts it in its place.',
      added: 'A word that the person adds is right from then on, and kept.',
      full: 'Where no more can be added the menu says so, with how many there can be and where to remove some.',
      installed:
        'A dictionary that is installed while the app runs is offered when the setting is opened.',
      broken: 'The setting names a dictionary whose file is none.',
      off: 'Turned off nothing is looked up, and no process for it runs.',
      local: 'No dictionary is fetched: the browser’s own checker has no language, and is off.',
      elsewhere:
        'Only messages and instructions for a model are looked up: no field of a secret, a command or code, and no word of another script.',
      quick: 'Keys are not held up, also while the dictionary is read.',
    },
  },
  'chat.keys': {
    promise: 'What is done every day takes few keys, and no pointer.',
    clauses: {
      prompt: 'A prompt takes three keys more than its name and its arguments.',
      file: 'A file of the workspace takes three keys more than the letters that find it.',
      edit: 'The last message is edited in one key, sent in another, and the composer has the keys again.',
      find: 'A message of another chat takes two keys more than the words that find it, and is shown in its place.',
      model:
        'Choosing another model takes two keys more than its name, and the draft is unchanged.',
      fork: 'The last answer is forked to a new chat.',
      again: 'Another model answers the last message.',
      table: 'A table of the last answer is copied for a spreadsheet.',
      'own-prompt':
        'A prompt of one’s own takes two keys more than the letters that find it and its variables.',
    },
  },
  'chat.context': {
    promise: 'A chat continues beyond the context of its model, in sight of the person.',
    clauses: {
      on: 'What was left out because the context was full, and the tokens and cost of each answer, are shown in the turn.',
      meter: 'What the next request will hold, and will not, is read by keyboard beside the model.',
      tool: 'A tool that was not offered is named with the reason, and its definition is a press away.',
    },
  },
} as const satisfies Record<string, Requirement>
