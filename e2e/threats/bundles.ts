import type { Threat } from './threat.ts'

const archive = 'apps/desktop/src/main/bundles/bundle-files.test.ts'
const manifest = 'packages/host/src/server-import/bundle/read-manifest.test.ts'
const tree = 'packages/mcp/src/system/launch-pins/pin-tree.test.ts'

export const threats: Threat[] = [
  {
    id: 'bundle.elsewhere',
    attacker: 'file',
    tries: 'names files of a bundle so that they land outside of its folder, or onto each other',
    stoppedBy:
      'names are refused that lead out, name a device or are one on any system; links are refused; files are only ever made anew',
    tests: [
      { file: archive, title: 'refuses a name that leads out' },
      { file: archive, title: 'refuses two names that are one by Unicode form' },
      {
        file: archive,
        title: 'refuses links, devices, encrypted files, and archives that hide something',
      },
    ],
  },
  {
    id: 'bundle.two-archives',
    attacker: 'file',
    tries: 'has the signature cover one archive and the reader see another',
    stoppedBy:
      'each byte belongs to one entry or to the list; the signature is taken over exactly that archive',
    tests: [
      {
        file: archive,
        title:
          'takes signatures of either way of signing, names the signer, and refuses broken ones',
      },
    ],
  },
  {
    id: 'bundle.other-secret',
    attacker: 'configuration',
    tries: 'has a typed value name another option, so that its secret goes where it was not meant',
    stoppedBy:
      'texts of a manifest are filled once, by position; what is put in is not looked through',
    tests: [
      {
        file: manifest,
        title: 'puts in what was typed, byte for byte, and never looks it through again',
      },
    ],
  },
  {
    id: 'bundle.changed-file',
    attacker: 'program',
    tries: 'changes a file of an installed bundle that no argument names',
    stoppedBy: 'the whole folder is pinned and compared at each start',
    tests: [
      { file: tree, title: 'covers every file of it, also those that no argument names' },
      { file: tree, title: 'is found again after a change whose times were set back' },
    ],
    remains:
      'packages that a bundle fetches at its start are not pinned; the notes of its import say so',
  },
]
