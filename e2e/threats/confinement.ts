import type { Threat } from './threat.ts'

const CONFINEMENT = 'e2e/confinement.spec.ts'
const RELEASE = 'e2e/release.spec.ts'
const PROCESSES = 'packages/mcp/src/system/processes/control-group.test.ts'

/** Attacks that get data out of the window, the app or its servers without permission. */
export const threats: Threat[] = [
  {
    id: 'confinement.webrtc',
    attacker: 'page',
    tries:
      'A script in the window sends data by WebRTC, over UDP or through a TURN relay over TCP.',
    stoppedBy:
      'WebRTC may use UDP only through a proxy, and the one proxy of every session is a closed port.',
    tests: [
      {
        file: CONFINEMENT,
        title: 'nothing that a script of the page tries reaches a listener, WebRTC included',
      },
      {
        file: CONFINEMENT,
        title: 'every session of the browser has a proxy that leads nowhere, for loopback too',
      },
    ],
  },
  {
    id: 'confinement.names',
    attacker: 'page',
    tries:
      'A script in the window spells a secret in a host name that the browser looks up ahead of time.',
    stoppedBy: 'Looking up names ahead of time is turned off, for headers, links and the browser.',
    tests: [
      {
        file: CONFINEMENT,
        title: 'neither the window nor the browser below it sends a packet or looks up a name',
      },
    ],
  },
  {
    id: 'confinement.background',
    attacker: 'program',
    tries: 'The browser below the app calls home by itself: updates, probes, look-ups, multicast.',
    stoppedBy:
      'Nothing of that is part of the app, and what Chromium would still send is turned off; packets are counted on a network of its own.',
    tests: [
      {
        file: CONFINEMENT,
        title: 'neither the window nor the browser below it sends a packet or looks up a name',
      },
      {
        file: CONFINEMENT,
        title: 'main still finds the system proxy by a PAC file',
      },
    ],
  },
  {
    id: 'confinement.dictionaries',
    attacker: 'program',
    tries:
      'The browser below the app fetches dictionaries for its spell checker, which reveals that the app runs and in which language.',
    stoppedBy:
      'Its own checker is off and has no language in any session; words are looked up in dictionaries that are on this computer.',
    tests: [
      {
        file: 'e2e/spelling.spec.ts',
        title:
          'a misspelled word is known as one, corrected from its menu, or kept as a word of the person',
      },
      {
        file: CONFINEMENT,
        title: 'neither the window nor the browser below it sends a packet or looks up a name',
      },
    ],
  },
  {
    id: 'confinement.broken-dictionary',
    attacker: 'file',
    tries: 'A dictionary of the system takes all memory or time, or is not one.',
    stoppedBy:
      'It is read in a process of its own, whose memory and time are bounded and which is not started again after three such ends in an hour; a dictionary during whose reading it ended, or that knows none of its own words, is not used until its files are others, and the settings name it; a large file is not listed.',
    tests: [
      {
        file: 'apps/desktop/src/main/spelling/spell-checker.test.ts',
        title:
          'marks nothing where the process hangs or ends, and starts no more after three of those in an hour',
      },
      {
        file: 'apps/desktop/src/main/spelling/spell-checker.test.ts',
        title:
          'looks at a process, and ends it, that takes too long for suggestions, which no menu waits for',
      },
      {
        file: 'apps/desktop/src/main/spelling/spell-checker.test.ts',
        title:
          'takes the dictionary that was being read for broken when its process ends, and goes on without it',
      },
      {
        file: 'e2e/spelling.spec.ts',
        title: 'a file that is no dictionary is reported by its language, and the others are used',
      },
      {
        file: 'apps/desktop/src/main/spelling/find-dictionaries.test.ts',
        title: 'lists no language of another script, no folder, no hyphenation and no large file',
      },
    ],
  },
  {
    id: 'confinement.proxy-password',
    attacker: 'server',
    tries:
      'A server on this computer reads the user name and password of the proxy in its environment.',
    stoppedBy:
      'They are taken out of every proxy variable but those that the person wrote for that server, and its log states it.',
    tests: [
      {
        file: 'packages/mcp/src/system/network/network.test.ts',
        title:
          'the user name and password of a proxy are not handed to a program, and its log says so',
      },
    ],
  },
  {
    id: 'confinement.stores',
    attacker: 'page',
    tries:
      'Fills the disk with databases and files of its own, or has a folder of the person picked for it.',
    stoppedBy:
      'Stores that the window does not use are cleared at each start; pages have no picker of files and folders.',
    tests: [
      {
        file: 'e2e/confinement.spec.ts',
        title:
          'what script of a page keeps in stores that the window does not use is gone at the next start',
      },
    ],
    remains:
      'Until the next start script in the page can write as much as the browser lets it, a share of the free disk: Electron has no quota to set for a session.',
  },
  {
    id: 'confinement.clipboard',
    attacker: 'page',
    tries:
      'Pastes into a field of its own what the person copied: a password, a link of a sign-in.',
    stoppedBy: 'Reading the clipboard by its interface is refused.',
    tests: [],
    remains:
      'On the Electron that stands in for development `document.execCommand("paste")` pastes without a press. By its documentation the pinned one has that off; it could not be run.',
  },
  {
    id: 'confinement.debugging-port',
    attacker: 'command line',
    tries: 'Whoever starts a release adds a debugging port and drives the window from outside.',
    stoppedBy:
      'A release knows a short list of switches about its looks and ends at any other, before a port or a window opens; fuses take the inspector and Node away.',
    tests: [
      ...['remote-debugging-port', 'inspect', 'inspect-brk'].map((name) => ({
        file: RELEASE,
        title: `a release refuses --${name} and opens no port before it ends`,
      })),
      {
        file: RELEASE,
        title: 'a release refuses whatever would open, redirect or weaken it, and starts no window',
      },
      {
        file: RELEASE,
        title: 'a release never runs as Node, whatever the environment says',
      },
    ],
    remains:
      'Chromium itself obeys switches that name another program for its helpers (--zygote-cmd-prefix) or a log file before any code of the app runs; whoever can give those can run a program anyway.',
  },
  {
    id: 'confinement.environment',
    attacker: 'program',
    tries:
      'The environment of a release names a hook of tests, another sandbox, or trusts every certificate.',
    stoppedBy: 'A release does not start with such a variable and says which.',
    tests: [
      {
        file: RELEASE,
        title: 'a release refuses the hooks of tests and the variables that weaken it',
      },
    ],
    remains:
      'What the loader of the system obeys (LD_PRELOAD, DYLD_INSERT_LIBRARIES where signing allows it) has run before the app can look.',
  },
  {
    id: 'confinement.changed-archive',
    attacker: 'program',
    tries: 'Another program changes the code of the installed app.',
    stoppedBy:
      'The fuse for the integrity of the archive is set and read back when a release is packaged, and code is loaded from the archive alone.',
    tests: [
      {
        file: RELEASE,
        title:
          'the fuses of a release are set, and no package for tests lies where a release is looked for',
      },
    ],
    remains:
      'Electron checks the archive on macOS and Windows only, and nowhere the two native modules beside it; on Linux the rights of the installation folder are what protects it.',
  },
  {
    id: 'confinement.readable-files',
    attacker: 'program',
    tries:
      'Another user reads chats that lie there with wide rights, or plants a link that is written through.',
    stoppedBy:
      'The data folder is 0700 and the files in it 0600 at every start, links are refused, and so is a folder of another user.',
    tests: [
      {
        file: 'apps/desktop/src/main/private-files.test.ts',
        title: 'a data folder is 0700, also when it is there with wider rights',
      },
      {
        file: 'apps/desktop/src/main/private-files.test.ts',
        title: 'nothing is written through a link that lies where a file is written',
      },
      {
        file: 'packages/store/src/open-stores.test.ts',
        title: 'the mark of damage is not written through a link',
      },
      {
        file: 'packages/store/src/open-stores.test.ts',
        title:
          'the file and what lies beside it are 0600, also when they are there with wider rights',
      },
    ],
    remains: 'On Windows the lists of the profile folder decide; the app changes none of them.',
  },
  {
    id: 'confinement.escaped-process',
    attacker: 'server',
    tries:
      'A server leaves a process behind that forked twice, made a session of its own and cleared its environment.',
    stoppedBy:
      'Each server has a control group where Linux allows one, else its processes are known by a tag in their environment; both are swept until nothing is left, at stop, at quit and at the next start.',
    tests: [
      {
        file: PROCESSES,
        title: 'a child that forked twice into a session of its own is gone after close',
      },
      {
        file: PROCESSES,
        title: 'a child that cleared its environment too is gone after close, by its control group',
      },
      {
        file: PROCESSES,
        title: 'a server that forks for ever is gone after close, with all that it forked',
      },
      {
        file: PROCESSES,
        title: 'a folder that a damaged ledger names is never taken for a control group',
      },
    ],
    remains:
      'A program with the rights of the person can move itself out of the group on purpose, or hide in the first milliseconds; without control groups (macOS, plain login sessions) one that clears its environment is lost, and on Windows one whose parent ended, as no job object can be had without native code of our own. What is left and known is named in the log of the server.',
  },
]
