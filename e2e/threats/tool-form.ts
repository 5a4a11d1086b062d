import type { Threat } from './threat.ts'

const guardSpec = 'e2e/page-guard.spec.ts'
const guardTest = 'apps/desktop/src/main/consent/page-guard.test.ts'
const manualTest = 'packages/host/src/chat/tool-calls/manual.test.ts'

/** Calls that the person runs in the form of a tool, with no card after it. */
export const threats: Threat[] = [
  {
    id: 'forms.run-by-page',
    attacker: 'page',
    tries:
      'Runs a tool that the person did not choose, or with other arguments, as if they had run it in its form, which asks no second time.',
    stoppedBy:
      'Main makes out each form by a press of its own and takes another one, which began half a second later, for one call of that very tool with the hash of what was shown; what changed meanwhile is asked about.',
    tests: [
      {
        file: guardSpec,
        title:
          'page script cannot run a tool by one press: its form was opened by another, half a second before',
      },
      {
        file: guardTest,
        title: 'runs a form only by another press than the one that opened it, half a second later',
      },
      {
        file: guardTest,
        title: 'runs one form by one press, which answers no ask as well, nor the other way round',
      },
      { file: manualTest, title: 'is not sent with other arguments than the form showed' },
      { file: manualTest, title: 'runs once by one form, and by no form of another tool or chat' },
    ],
    remains:
      'Script in the page can ride on two presses half a second apart to run one tool with arguments of its own, as it can by a card; the person sees the call in its chat.',
  },
  {
    id: 'forms.run-unread',
    attacker: 'server',
    tries:
      'Changes a tool while its form is open, fills in by a default what no field draws, or takes the name of another server’s tool, so that one press runs what was not read.',
    stoppedBy:
      'The form is drawn from what main keeps of it and shows all that is sent and all warnings about the tool; where server, definition or warnings are others when it is run, it is asked about.',
    tests: [
      {
        file: manualTest,
        title: 'is asked about when the server changed the tool while the form was open',
      },
      {
        file: manualTest,
        title: 'is asked about when there is more to be shown of the tool than its form showed',
      },
      {
        file: 'packages/host/src/chat/tool-calls/call-provenance.test.ts',
        title:
          'a call that the person runs in its form is asked about when text of another server is in it',
      },
      {
        file: 'packages/ui/src/kit/schema-form/form-omits-values.test.ts',
        title: 'a member without a field is not drawn',
      },
      {
        file: 'e2e/manual.spec.ts',
        title:
          'a form says what its card would, and a tool that changes while it is open is asked about',
      },
    ],
  },
]
