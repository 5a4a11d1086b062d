import type { Requirement } from './requirement.ts'

/** Promises about the facts of models, their requests and headers. */
export const modelRequirements = {
  'model.known': {
    promise:
      'The abilities, context size and price of a model are shown with their source, and the person can override them.',
    clauses: {
      assumed:
        'Facts assumed from the name of a model are marked as assumed, and unsupported content is named before sending.',
      overridden: 'What the person sets of a model is shown as theirs, and taken back by a reset.',
      meter: 'The context meter goes by the size that the person set.',
      cost: 'A chat stops at its cost limit by prices that the person set.',
      picker:
        'The list of models of a chat shows size, what is taken and price, with names for screen readers.',
    },
  },
  'model.engine': {
    promise:
      'What an engine on this machine reports of its models is read from its own routes, once it is connected.',
    clauses: {
      ollama:
        'Of Ollama: what each model takes and can, and the context with which it runs, not the one that it was made for.',
      others:
        'LM Studio reports the same when its models are listed as when it is found; llama-server reports its context.',
      loaded:
        'A context size that is reported only once a model is loaded is known after its first answer, and survives a refresh.',
      hostile: 'Sizes that no context has are not believed, and what is too much is not read.',
    },
  },
  'model.headers': {
    promise: 'An OpenAI-compatible address is sent the headers that the person gave for it.',
    clauses: {
      sent: 'They go with the test, the list and each answer.',
      kept: 'A secret value is in the keychain, and is sent to no page.',
      bound:
        'They go to no other origin than the one that they were given for: another address asks for them again.',
      asked: 'A first header for an address is asked about in the consent window, by its name.',
      refused:
        'A header that would change the request or stand in for the key is refused, in words.',
      masked: 'A secret value is hidden in whatever comes back.',
      redirects: 'They do not follow a redirect.',
      form: 'A header is entered in the form of a provider, and an empty field keeps its secret.',
    },
  },
  'model.learned': {
    promise:
      'A refusal that says what to change is answered once, and what it taught is remembered, shown and forgotten.',
    clauses: {
      once: 'It costs one request more the first time, and none after that, also after a restart.',
      ends: 'It ends by a press, with another address, and after 30 days.',
      listed: 'The details of the model list each change in words, in both languages.',
      forgotten:
        'A press of its button forgets one change, and the next request is sent without it.',
    },
  },
  'model.limits': {
    promise: 'A request keeps to the limits of its model and of its API.',
    clauses: {
      answer: 'The answer is asked for with no more than the request leaves of a known context.',
      room: 'A request that leaves no room for an answer is not sent, and the failure says what to do.',
      tools: 'More tools than an API takes are found by search.',
    },
  },
  'model.tool-media': {
    promise: 'Pictures and sounds of tools reach a model wherever its API carries them.',
    clauses: {
      sound: 'A sound follows the results where the API takes sounds.',
      errors: 'An error keeps its pictures.',
      embedded: 'A picture or sound in an embedded resource is sent like any other.',
      once: 'What a server repeats of them in structured content is not sent as letters too.',
      refused: 'A model that refuses some is asked again with less, then and from then on.',
      said: 'Content of tools that the chosen model is known not to support is named once, before sending.',
    },
  },
} as const satisfies Record<string, Requirement>
