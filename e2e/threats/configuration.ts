import type { Threat } from './threat.ts'

const size = 'packages/host/src/server-import/template-size.test.ts'
const part = 'packages/host/src/server-import/servers-section.test.ts'
const read = 'packages/host/src/server-import/read-config.test.ts'
const variables = 'apps/desktop/src/main/read-variables.test.ts'
const files = 'apps/desktop/src/main/import-files.test.ts'

/** Attacks by another program's configuration file: its cost, and its effect. */
const filled = 'packages/domain/src/servers/launch/launch-placeholders.test.ts'
const shared = 'packages/domain/src/servers/shared-server.test.ts'
const starts = 'packages/host/src/launch-review/launch-placeholders.test.ts'

export const threats: Threat[] = [
  {
    id: 'configuration.expansion',
    attacker: 'configuration',
    tries:
      'To end the app, at every start when the file lies in a known place, with one or two megabytes: a name, a folder or a default that is repeated for every server, argument and problem.',
    stoppedBy:
      'What is made of a file is counted before it is made: by text, launch, file, review and import; a name or a folder in the place of a problem is cut.',
    tests: [
      {
        file: size,
        title: 'what is made of a configuration › is never much larger than the file: %s',
      },
      {
        file: size,
        title:
          'what is made of a configuration › stays within one launch however often a default is named in it',
      },
      {
        file: size,
        title:
          'what is made of a configuration › stays within one review however often a server is chosen',
      },
      {
        file: size,
        title:
          'what is made of a configuration › is forgotten, the oldest first, when texts are added without end',
      },
    ],
  },
  {
    id: 'configuration.large',
    attacker: 'configuration',
    tries: 'To block main with five megabytes of members, comments, lines or wrong words.',
    stoppedBy:
      'Of a file above 500,000 characters only what it says about servers is kept, in one pass that makes nothing; at most 500,000 characters and 30,000 values are parsed, one file in a turn.',
    tests: [
      {
        file: part,
        title:
          'a large configuration › is read for its servers alone when it holds megabytes of something else',
      },
      {
        file: part,
        title:
          'a large configuration › is refused when its servers alone are more than is parsed at once',
      },
      {
        file: read,
        title:
          'a hostile or broken file › is not parsed when it holds more values than a configuration could',
      },
    ],
    remains:
      'On a slow or busy computer a file of several megabytes still takes a few tenths of a second in one turn; a configuration of more than 500,000 characters about servers is refused.',
  },
  {
    id: 'configuration.variables',
    attacker: 'file',
    tries:
      'To block main for a minute with a file of variables of 80 KB that is nothing but blank lines, or open quotes.',
    stoppedBy:
      'The file is read by position in one pass, not by an expression that restarts at each line, and it may be 256 KB.',
    tests: [
      { file: variables, title: 'a file of variables › takes time with its length, made of %s' },
      {
        file: variables,
        title: 'a file of variables › is read as dotenv reads it, whatever its lines hold',
      },
      { file: files, title: 'a picked file of variables › is refused above 256 KB' },
    ],
  },
  {
    id: 'launch.other-folder',
    attacker: 'file',
    tries:
      'is a folder whose name reads like an option, a variable or a placeholder, or one that a server was never meant to get',
    stoppedBy:
      'a folder is filled in once, inside the argument that it stands in, and only if the person read it in that very place of that very launch',
    tests: [
      {
        file: filled,
        title: 'placeholders › puts the folder "/--flag" into its own argument and nowhere else',
      },
      {
        file: starts,
        title:
          'does not start with another folder before it was read, and goes back to the first without asking',
      },
      {
        file: starts,
        title: 'asks again for a folder that was seen in another place of the launch',
      },
    ],
    remains:
      'A launch that hands an argument to a shell lets the shell read what the folder is called; the review names the shell. What the person allowed the server before holds in the other folder too, and the record does not say in which folder a call ran; the review says the first.',
  },
  {
    id: 'configuration.shared-secret',
    attacker: 'configuration',
    tries:
      'To have a person pass on a key with a server that they copy for somebody else: one in the keychain, in a variable or header that is not marked as secret, in an argument, or in an address.',
    stoppedBy:
      'Each value that is secret, or that looks so by its name or by its text, is copied as a placeholder, which an import asks for; the app names those values.',
    tests: [
      {
        file: shared,
        title:
          'a server as text for others › names secrets and holds none of them, whatever the format',
      },
      {
        file: shared,
        title: 'a server as text for others › holds no secret of the arguments %j %j',
      },
    ],
    remains:
      'A secret that looks like a word, under a name that does not say so, is copied as it is.',
  },
]
