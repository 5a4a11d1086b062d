import { launchRisks } from './launch-risks.ts'

/** The review of what will run, before it does. */
export const launchReview = {
  review: {
    title: 'Review what will run',
    description: '{{name}} has not run yet.',
    editDescription: '{{name}} has not changed yet. Saving stops it if it is running.',
    command: 'Command',
    changed: 'The files that would run differ from those you allowed',
    files_one: '{{count}} more file affects what runs:',
    files_other: '{{count}} more files affect what runs:',
    foundAt: 'Found at:',
    leadsTo: 'This is a link. What actually runs:',
    notFound: 'Not found. The server cannot start until you install it or set its full path.',
    lookedIn_one: 'Looked in {{count}} place',
    lookedIn_other: 'Looked in {{count}} places',
    arguments_one: '{{count}} argument',
    arguments_other: '{{count}} arguments',
    none: 'None',
    emptyText: '(empty)',
    url: 'URL',
    env: 'Environment',
    envNote:
      'Added to a few of your own variables (PATH, HOME, language). No other variables of yours are passed on.',
    headers: 'Headers',
    keptSecret: 'saved secret',
    newSecret: 'secret, will be stored in the keychain',
    missingSecret: 'not set: the server does not start until you enter it in its settings',
    reveal: 'Show',
    revealFor: 'Show the value of {{name}}',
    sentAs: 'Sent as:',
    cwd: 'Working directory',
    noCwd: 'Not set: your home folder.',
    risks_one: '{{count}} thing to check',
    risks_other: '{{count}} things to check',
    noRisks: 'Nothing stands out. Please still read everything.',
    trustCommand:
      'This program runs with your permissions: it can read and change whatever you can. Add it only if you trust its source.',
    trustUrl:
      'This server receives everything that you and models send to its tools. Add it only if you trust whoever runs it.',
    addAndStart: 'Add and start',
    addOnly: 'Add without starting',
    saveAndStart: 'Save and start',
    saveOnly: 'Save without starting',
  },
  reviewAgain: 'Review what will run',
  ...launchRisks,
}
