import type { Threat } from './threat.ts'

const previews = 'packages/host/src/chat/file-changes/file-previews.test.ts'
const comparison = 'packages/ui/src/features/chat/file-change/file-comparison.test.tsx'
const change = 'packages/domain/src/tools/file-change.test.ts'
const undo = 'apps/desktop/src/main/faults/file-undo.test.ts'
const version = 'apps/desktop/src/main/folders/file-version.test.ts'
const problems = 'packages/domain/src/tools/argument-problems.test.ts'
const checks = 'packages/host/src/chat/tool-calls/argument-checks.test.ts'

/** Comparisons of what a call would write with the file, and calls that go back to the model. */
export const threats: Threat[] = [
  {
    id: 'writes.leads-out',
    attacker: 'model',
    tries:
      'has the card read a file outside of the folders: by its path, by steps up, by a link, or while the chat leaves its workspace',
    stoppedBy:
      'only a file below a folder of the chat’s workspace, or one offered to the server, is read, and only of a call that waits; where it really is decides',
    tests: [
      { file: previews, title: 'the file that a pending call would change › is not read at %j' },
      {
        file: previews,
        title:
          'the file that a pending call would change › is not given once the call is decided, or the chat has left while a slow disk reads',
      },
      {
        file: previews,
        title:
          'the file that a pending call would change › is not shown where reading fails with %s',
      },
    ],
    remains:
      'script in the page can read the files that pending calls name, in these folders; it can send them nowhere',
  },
  {
    id: 'writes.hidden-text',
    attacker: 'model',
    tries: 'hides what a call would write: by characters that do not show, or below many lines',
    stoppedBy:
      'the comparison reveals such characters, counts the lines that it does not draw, and stands above the arguments, which are shown whole as ever',
    tests: [
      { file: comparison, title: 'shows characters that hide, in a line and at its end' },
      {
        file: comparison,
        title: 'does not compare texts that differ too much, and draws a long one in parts',
      },
    ],
  },
  {
    id: 'writes.other-effect',
    attacker: 'server',
    tries: 'writes something else than the comparison shows, or elsewhere',
    stoppedBy:
      'the arguments are what is consented to, and they are shown; a tool is taken for one that writes by the shape of its arguments, never by its own word',
    remains:
      'the comparison is what the arguments mean by their usual names: a server may do otherwise, and a tool of an unusual shape has no comparison',
    tests: [{ file: change, title: 'what a call writes › by %s with %j' }],
  },
  {
    id: 'undo.other-file',
    attacker: 'server',
    tries: 'has an undo write or remove another file: by a link, or by a change after the call',
    stoppedBy:
      'an undo writes below the folder of the chat alone, through no link, and only where the file is still as the call left it',
    remains: 'what another program writes in the milliseconds before the file is replaced is lost',
    tests: [
      {
        file: undo,
        title: 'what other servers wrote › through a link is neither kept nor restored',
      },
      {
        file: undo,
        title: 'what server-filesystem wrote › is not restored where the file was changed since',
      },
      {
        file: version,
        title: 'a version is not restored where a folder on the way became a link',
      },
    ],
  },
  {
    id: 'undo.page',
    attacker: 'page',
    tries: 'undoes what calls wrote, in the name of the person, or something else than was shown',
    stoppedBy: 'each undo takes a press, names what was compared by its hash, and is recorded',
    tests: [
      {
        file: undo,
        title:
          'what other servers wrote › is undone by what was compared alone, once, and in a folder of the chat alone',
      },
    ],
  },
  {
    id: 'calls.endless-return',
    attacker: 'model',
    tries: 'has calls with wrong arguments go back for ever, so that the turn never ends or asks',
    stoppedBy: 'calls of two steps of a turn go back; those of a further step are asked about',
    tests: [
      {
        file: checks,
        title:
          'a call whose arguments do not fit the schema of its tool › goes back to the model twice in a turn without a question, and is recorded',
      },
    ],
  },
  {
    id: 'calls.costly-schema',
    attacker: 'server',
    tries: 'gives a schema that takes long to compare with arguments, or refers to itself',
    stoppedBy: 'a check takes 20,000 steps at most, runs no pattern, and finds nothing beyond that',
    tests: [
      {
        file: problems,
        title: 'arguments of a call › of a schema that refers to itself, or elsewhere, end',
      },
      {
        file: problems,
        title: 'arguments of a call › are not judged where that takes too long, nor in part',
      },
    ],
  },
]
