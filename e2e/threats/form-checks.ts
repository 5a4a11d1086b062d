import type { Threat } from './threat.ts'

const file = 'packages/ui/src/kit/schema-form/live-validation-guard.test.ts'

export const threats: Threat[] = [
  {
    id: 'form.dear-defaults',
    attacker: 'server',
    tries:
      'To freeze the window with a default of a form that is dear to check: values times rules.',
    stoppedBy:
      'The cost of the check is estimated first; beyond the limit the server checks it, and the form states this.',
    tests: [
      { file, title: 'leaves a value to the server whose check would take values times rules' },
      {
        file,
        title:
          'reports at most 200 errors, each compared with those alone, and missing members once',
      },
    ],
  },
]
