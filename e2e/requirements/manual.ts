import type { Requirement } from './requirement.ts'

/** The person as the model: tools chosen and run by hand, and a model that takes over. */
export const manualRequirements = {
  'manual.form': {
    promise:
      'Without a model a tool is chosen, its form filled, and one press runs it: the form is the question.',
    clauses: {
      checked: 'Missing or wrong values are explained at their fields, and nothing is sent.',
      sent: 'The server gets exactly what was filled in, in form and raw JSON, by one press and with no second question.',
      recorded: 'The call is in the chat and in the record, as run by the person in its form.',
      again: 'What was run is edited and run again in the same form.',
      warned:
        'The form shows the warnings of a card: another tool of that name, and values that it does not draw.',
      changed:
        'A tool that its server changed while the form was open is asked about, with the reason.',
      sources:
        'A call with text of another server in it is asked about, or refused by the rule of the person.',
      denied: 'A call that is asked about and denied does not run.',
      kept: 'What is filled in is there again after other sections, and after the form was closed.',
    },
  },
  'manual.takeover': {
    promise: 'A model continues what was done by hand, and the person can continue by hand again.',
    clauses: {
      pairs:
        'Calls of the person reach it as calls with their results, in a form that each API takes, marked as made by hand.',
      words:
        'A call of a tool that it is not offered reaches it in words, with the result as data.',
      pictures: 'A picture in a result of a call by hand reaches it as a picture.',
      back: 'The person calls a tool by hand in between, and the model continues.',
    },
  },
  'manual.results': {
    promise: 'Every kind of result is shown.',
    clauses: {
      picture: 'A picture is drawn.',
      audio: 'Audio can be played.',
      link: 'A resource link is shown and not fetched.',
      embedded: 'An embedded resource is shown.',
      structured: 'Structured content is shown.',
      long: 'Long text is shown whole when asked for.',
      error: 'A tool’s error is shown as such.',
    },
  },
} as const satisfies Record<string, Requirement>
