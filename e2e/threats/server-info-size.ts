import type { Threat } from './threat.ts'

export const threats: Threat[] = [
  {
    id: 'facts.of-itself',
    attacker: 'server',
    tries:
      'To hold main and the window with megabytes of instructions, names and capabilities, sent again with each of its responses.',
    stoppedBy:
      'They are cut to 64 KB when the connection opens, in words in the log; its responses are sent apart from them and at most once a second.',
    tests: [
      {
        file: 'packages/mcp/src/session/server-info.test.ts',
        title: 'server info is cut to what can be shown, and the log says so',
      },
      {
        file: 'packages/host/src/servers/health/health-watch.test.ts',
        title:
          'a server that responds without a pause is not sent to the window as a whole each time',
      },
    ],
  },
  {
    id: 'facts.words-of-progress',
    attacker: 'server',
    tries: 'To fill the disk and the window with megabytes of words in reports of progress.',
    stoppedBy: 'Of a report 2,000 characters are kept, and the number of those left out is shown.',
    tests: [
      {
        file: 'packages/mcp/src/requests/progress-relay.test.ts',
        title: 'words of progress are cut, and say of how much',
      },
    ],
  },
]
