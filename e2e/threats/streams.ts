import type { Threat } from './threat.ts'

const mask = 'packages/host/src/masking/secret-mask.test.ts'

/** Costs of servers' streams, and leaks of secrets through them. */
export const threats: Threat[] = [
  {
    id: 'streams.remembered',
    attacker: 'server',
    tries:
      'To fill main’s memory with what it remembers of a session: requests and ids of megabytes, or cursors that are pages of their own.',
    stoppedBy:
      'Requests that were handled are remembered by their digests, a thousand at most; a cursor of more than 16,384 characters ends its list.',
    tests: [
      {
        file: 'packages/mcp/src/transports/duplicate-request-filter.test.ts',
        title: 'keeps nothing large of what a server asks',
      },
      {
        file: 'packages/mcp/src/requests/read-pages.test.ts',
        title:
          'ends a list at a cursor that is no token, so that a server cannot fill the memory with them',
      },
    ],
  },
  {
    id: 'streams.launch-files',
    attacker: 'configuration',
    tries:
      'To hold main, or fill its memory, before anybody consented: a script, interpreter or package.json that is a pipe, a device or without end; or to have it sign in at a network share that a file .git names.',
    stoppedBy:
      'Of a launch only ordinary files are opened, without waiting, and a manifest is read to 16 MB. A file .git leads to no share that its folder is not on.',
    tests: [
      {
        file: 'packages/mcp/src/system/launch-pins/pin-launch.test.ts',
        title: 'a review waits for no pipe that a first line names, or that stands for a manifest',
      },
      {
        file: 'packages/mcp/src/system/launch-pins/pin-launch.test.ts',
        title: 'a review reads only the beginning of a manifest, and nothing of a device',
      },
      {
        file: 'apps/desktop/src/main/folders/folders.test.ts',
        title: 'in %s leads to no share but its own: %s',
      },
    ],
    remains:
      'What a package.json of more than 16 MB or 100,000 values names is not pinned. On Windows the review of a launch looks at the command and files that it names, also on a network share.',
  },
  {
    id: 'streams.compressed-without-end',
    attacker: 'server',
    tries:
      'To keep main busy with a compressed stream of its own that is gigabytes of newlines, comments or tiny events.',
    stoppedBy: 'Each event is bounded; how many come in a second is not.',
    tests: [],
    remains:
      'There is no rate for the bytes or events of a stream: main was measured at 95 % of a core for as long as it is sent, with halts of up to 207 ms.',
  },
  {
    id: 'streams.parts-of-secrets',
    attacker: 'server',
    tries:
      'To have a part of its secret shown or kept: cut off before it is looked for, decoded from Basic, one cookie of several, in capitals or in HTML.',
    stoppedBy:
      'The mask knows the parts of what was given, other spellings, either case, and the beginning of a secret at the end of a text that was cut.',
    tests: [
      { file: mask, title: 'come through as %s' },
      { file: mask, title: 'come through in part, cut %s' },
      {
        file: 'packages/host/src/masking/find-secrets.test.ts',
        title: 'takes a text of eight characters and more in either case',
      },
    ],
    remains: 'A spelling that no encoder makes: reversed, or with signs between.',
  },
]
