import type { Requirement } from './requirement.ts'

/** Promises about the requests to a model, turn by turn. */
export const turnRequirements = {
  'turns.context': {
    promise: 'A chat continues for as long as the person likes, whatever the context of its model.',
    clauses: {
      window:
        'What is sent of earlier messages fits into the model’s context beside the system prompt, tools and the answer.',
      counted: 'How much fits is set right by what the provider counted last.',
      steady:
        'Requests begin alike: what is left out changes in large steps, so that prompts can be cached.',
      results:
        'Results of a long turn are cut, and can be read on in, before the messages before it vanish; each call keeps its result.',
      again:
        'When the provider refuses a request as too long, it is sent again with less, which is shown, and the refused length is not tried again for many turns.',
      mistaken:
        'A refusal that was false shortens the requests of its chat for some turns, and not for good.',
      once: 'It is asked no third time, nor once a part of an answer came, nor where nothing can be left out.',
      retry: 'Trying again by hand leaves out more.',
      apis: 'That holds on all five APIs.',
    },
  },
  'turns.quarantine': {
    promise: 'A tool that a model cannot be offered is left out alone, and the turn shows it.',
    clauses: {
      kept: 'Each is kept with the turn, with the reason and whose tool it is.',
      shown: 'The turn names each with the reason, and leads to its definition.',
    },
  },
  'turns.presets': {
    promise: 'A preset may keep the model and the servers too.',
    clauses: {
      begin:
        'New chats begin with those that it keeps, and as before with a preset that keeps none or whose model is gone.',
      chosen: 'What is kept is chosen when it is saved, and used in a chat once that is saved.',
    },
  },
  'turns.meter': {
    promise: 'The size of a request is shown before it is sent, and after.',
    clauses: {
      before:
        'Before, an estimate of the tokens is shown, kind by kind: system prompt, tools, messages, results, attachments, draft.',
      'left-out': 'So are the exchanges that will be left out.',
      cheap: 'No message is read for that.',
      shown: 'It is shown beside the model of the chat, whole by a press.',
      warns:
        'The person is warned from the share of the context on that they set, and when more will be left out.',
      after:
        'After, the turn shows the tokens that were read, cached and written and their cost, and the chat its cost.',
    },
  },
} as const satisfies Record<string, Requirement>
