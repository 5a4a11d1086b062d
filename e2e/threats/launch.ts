import type { Threat } from './threat.ts'

const host = 'packages/host/src/'
const identity = `${host}servers/server-identity.test.ts`
const grants = `${host}chat/approvals/grants/grant-rules.test.ts`
const catalog = `${host}chat/tool-offers/tool-catalog.test.ts`
const risks = `${host}launch-review/launch-risks.test.ts`
const pin = 'packages/mcp/src/system/launch-pins/pin-launch.test.ts'
const named = 'packages/mcp/src/system/launch-pins/referenced-code.test.ts'
const inputs = `${host}server-import/import-inputs.test.ts`
const imported = 'packages/ui/src/features/servers/import/import-servers.test.tsx'
const runner = `${host}launch-review/package-runner.test.ts`
const changes = `${host}secrets/secret-changes.test.ts`
const installs = `${host}package-installs/package-installs.test.ts`
const installer = 'packages/mcp/src/package-installs/package-installer.test.ts'
const lookups = `${host}supply-chain/check-packages.test.ts`
const keychain = `${host}secret-inventory/stored-secrets.test.ts`

export const threats: Threat[] = [
  {
    id: 'launch.imitated-package',
    attacker: 'program',
    tries:
      'is published under a name that is easily taken for a well-known server, takes over a good package, or hides behind a runner or an option that is not understood',
    stoppedBy:
      'dated lists of well-known and of malicious packages ship with the app; the review names what resembles or is in them, each package of an installation, a version that is too new, and every word that could not be looked up',
    tests: [
      { file: lookups, title: 'a package of the list › %s' },
      { file: lookups, title: 'a name › %s' },
      {
        file: installs,
        title:
          'an installation › names the risks of the package before it is fetched, and of all that came with it after',
      },
    ],
    remains:
      'The list of malicious packages is a short one, and as old as its date. A risk is advice: the person may go on.',
  },
  {
    id: 'launch.installed-package',
    attacker: 'program',
    tries:
      'runs code while a package is installed, or changes a file of an installed package afterwards',
    stoppedBy:
      'npm runs without scripts of packages; scripts run only of packages that the person chose by name; the folder is read-only and pinned whole',
    tests: [
      {
        file: installer,
        title: 'an installation › runs no script of a package before it was chosen by name',
      },
      {
        file: 'packages/mcp/src/installed-server.test.ts',
        title:
          'an installed server starts without the registry, and not once a file of it was changed',
      },
    ],
    remains: 'An allowed script, and the server itself, run with the permissions of the person.',
  },
  {
    id: 'launch.install-from-elsewhere',
    attacker: 'program',
    tries:
      'names a repository, an address or a folder as a dependency, whose preparation npm runs, or hides a package with scripts under the name of another',
    stoppedBy:
      'npm fetches from a registry alone, and the lock is read before anything else; scripts run by their folder and only under their own name; no link leads out of the folder',
    tests: [
      {
        file: installer,
        title:
          'what cannot be installed is named › for a dependency that is from elsewhere than a registry: %s',
      },
      {
        file: installer,
        title:
          'what cannot be installed is named › for a package with scripts that is there under the name of another',
      },
      {
        file: installer,
        title: 'what cannot be installed is named › for an npm that would run code of repositories',
      },
      { file: installer, title: 'is not sealed with a link that leads out of its folder' },
    ],
  },
  {
    id: 'launch.secret-to-other-package',
    attacker: 'page',
    tries: 'installs another package for a server, which would be given the stored secrets',
    stoppedBy: 'secrets go to the installation of the package that the same launch fetched only',
    tests: [
      {
        file: installs,
        title:
          'a server that fetched its package › gives no stored secret to the installation of another package',
      },
    ],
  },
  {
    id: 'launch.install-link',
    attacker: 'page',
    tries:
      'lets a web page open install links by itself, again and again, so that one is added unread',
    stoppedBy:
      'a link only fills in the sheet that adds a server, one in three seconds and never over another dialog; adding it takes the review and the consent window',
    tests: [
      {
        file: 'apps/desktop/src/main/app-links.test.ts',
        title: 'install links come one at a time, and none is longer than 8 KB',
      },
      {
        file: 'packages/ui/src/features/app-shell/use-navigation-requests.test.tsx',
        title: 'an install link opens "Add a server" with it, and proposes nothing by itself',
      },
    ],
  },
  {
    id: 'launch.other-path',
    attacker: 'configuration',
    tries: 'gives a server a PATH of its own, so that the review shows another program than runs',
    stoppedBy:
      'the review and the start find the command by the same function, with the same variables',
    tests: [
      { file: pin, title: 'a review resolves the command with the PATH that the server is given' },
      {
        file: identity,
        title:
          'what decides what runs › is resolved with the PATH of the draft, as it will be started',
      },
    ],
  },
  {
    id: 'launch.swapped-file',
    attacker: 'program',
    tries:
      'replaces, relinks or shadows a program, its interpreter or its script after it was allowed',
    stoppedBy:
      'the files that decide what runs are pinned by real path and SHA-256; another one does not start before the person reads it again',
    tests: [
      { file: pin, title: 'a file that comes before the allowed one in PATH does not start' },
      {
        file: pin,
        title: 'a file with other content does not start, though its size and time are as before',
      },
      { file: pin, title: 'a symbolic link that points elsewhere does not start' },
      {
        file: pin,
        title: 'an interpreter that comes before the allowed one in PATH does not start',
      },
      {
        file: identity,
        title: 'what decides what runs › is pinned at the review and compared at every start',
      },
      {
        file: 'packages/ui/src/features/servers/server-failure.test.tsx',
        title: 'a server whose files changed says which, and leads to its review, not to a start',
      },
    ],
    remains:
      'what a pinned script loads (its modules, what a package runner downloads) is not pinned, nor interpreters behind a Windows .cmd shim; a program with the person’s own rights can still swap a file in the moment between the check and the start',
  },
  {
    id: 'launch.unpinned-code',
    attacker: 'program',
    tries:
      'replaces the code of a launch that names it in a roundabout way: behind a wrapper, in another folder, as a module, by a line of commands',
    stoppedBy:
      'wrappers are taken off by a table of their options, and the program inside is found, pinned, judged and shown; where the very code that an interpreter or a package runner runs is not pinned, or a wrapper cannot be read, the consent window states it',
    tests: [
      {
        file: 'packages/mcp/src/system/launch-pins/unwrap-launch.test.ts',
        title:
          'a program that starts another in ways that are not read counts as not checked, and what it may start is pinned',
      },
      {
        file: 'packages/domain/src/servers/launch/effective-launch.test.ts',
        title: 'the name of "python.exe " is python, as Windows opens it',
      },
      { file: named, title: 'node --require=./hook server.js is pinned with proj/hook.js' },
      {
        file: named,
        title: 'uv --directory {root}/other run server.py is pinned with other/server.py',
      },
      {
        file: 'packages/mcp/src/system/launch-pins/unwrap-launch.test.ts',
        title:
          'what runs inside of wrappers is what is found, with its arguments, folder and variables',
      },
      { file: named, title: 'a search path that a wrapper sets decides which program runs' },
      { file: named, title: 'uv run s.py runs code that is not pinned, which is said' },
      { file: named, title: 'a program is known by what its link leads to' },
      {
        file: 'packages/ui/src/consent-window/consent-app.test.tsx',
        title:
          'the program that a wrapper starts is shown with its file, arguments, folder and variables',
      },
      { file: named, title: 'npx -y some-package runs code that is not pinned, which is said' },
      { file: named, title: 'sh -c cd~sub&&node~s.js runs code that is not pinned, which is said' },
      {
        file: named,
        title: 'node -e require("./x") s.js runs code that is not pinned, which is said',
      },
      {
        file: risks,
        title: 'launch risks › shows a program whose code is not pinned',
      },
    ],
    remains:
      'what a package runner fetches, what an image holds, modules that a script loads and installed Python modules are not pinned; a program that is not known by name, and names the one that it starts otherwise than by a path among its arguments, is taken for a program of its own, and then there is no warning',
  },
  {
    id: 'launch.hidden-variable',
    attacker: 'configuration',
    tries:
      'makes a variable that decides what runs look like a secret, so that the review hides it',
    stoppedBy:
      'variables that decide what runs or who can read the traffic are known by name, never hidden, and shown as a risk',
    tests: [
      { file: identity, title: 'what decides what runs › PATH cannot be kept as a secret' },
      { file: identity, title: 'what decides what runs › NODE_OPTIONS cannot be kept as a secret' },
      {
        file: risks,
        title: 'launch risks › shows NODE_OPTIONS=--require=/tmp/x.js and what it decides',
      },
    ],
    remains: 'a program may read variables of its own to decide what it runs; those are not known',
  },
  {
    id: 'launch.named-variable',
    attacker: 'server',
    tries:
      'To print that a variable such as LD_PRELOAD or HTTPS_PROXY must be set, so that a button of the doctor changes what runs or who reads along.',
    stoppedBy:
      'No button offers such a variable. A button only opens the settings with a name filled in; the review shows the launch before anything changes.',
    tests: [
      {
        file: 'packages/domain/src/doctor/read-output.test.ts',
        title: 'no button offers a variable that decides which code runs or who reads what is sent',
      },
      {
        file: 'packages/ui/src/features/servers/doctor/doctor.test.tsx',
        title: 'opens Environment with the name filled in and the value focused as a secret',
      },
    ],
  },
  {
    id: 'launch.endless-download',
    attacker: 'server',
    tries: 'To stay in its start for ever, by printing or computing without a response.',
    stoppedBy:
      'Output puts off the end of a start ten times at most. A launch that may download has no limit while it works, shows that, holds up no other server, and is stopped at once by a press.',
    tests: [
      {
        file: 'packages/mcp/src/session/stdio/start-deadline.test.ts',
        title:
          'with a clock of its own › a start that prints for ever and downloads nothing ends at ten limits',
      },
      {
        file: 'packages/mcp/src/session/stdio/start-deadline.test.ts',
        title: 'a download is stopped at once',
      },
    ],
  },
  {
    id: 'launch.secret-to-other-address',
    attacker: 'page',
    tries:
      'changes the address of a server and keeps its stored header, so that it is sent elsewhere',
    stoppedBy:
      'a secret is bound to origin, path and query (or to the whole launch); for another one it has to be typed again',
    tests: [
      {
        file: identity,
        title: 'a secret › of a header does not follow to https://b.example/mcp {}',
      },
      {
        file: identity,
        title:
          'a secret › that was given to one launch is not sent by another, whatever the configuration says',
      },
    ],
  },
  {
    id: 'launch.secret-to-other-program',
    attacker: 'page',
    tries: 'changes the command of a server to a shell and keeps its stored variable',
    stoppedBy: 'a secret is bound to the launch that it was given for',
    tests: [
      { file: identity, title: 'a secret › of a program does not follow to another command' },
      { file: identity, title: 'a secret › of a program does not follow to other arguments' },
    ],
  },
  {
    id: 'launch.half-saved-secret',
    attacker: 'server',
    tries:
      'gets the secret that was typed for another server in its place, because the change fails half way: it does not stop and the app is killed, the disk is full, the keychain is locked',
    stoppedBy:
      'every secret that is typed has a reference of its own, which only the new record names; what no record names in the end is forgotten, after a kill once the keychain is used again',
    tests: [
      {
        file: changes,
        title:
          'a change of a server with other secrets › sends no new secret to the old program when the app is killed while that is stopped',
      },
      {
        file: changes,
        title:
          'a change of a server with other secrets › sends no new secret to the old address when the record cannot be saved',
      },
      {
        file: changes,
        title:
          'a change of a server with other secrets › changes nothing when the keychain fails at entry 3',
      },
      {
        file: changes,
        title:
          'a change of a provider with another key › leaves the old key with the old address when the record cannot be saved',
      },
    ],
  },
  {
    id: 'launch.swapped-while-reading',
    attacker: 'program',
    tries: 'replaces the files of a launch while the person reads it in the consent window',
    stoppedBy: 'a server is pinned to the files that were shown, so the others do not start',
    tests: [
      {
        file: `${host}server-change-consent/server-change-consent.test.ts`,
        title:
          'files that are replaced while the person reads › are not those that an import is pinned to',
      },
      {
        file: `${host}server-change-consent/server-change-consent.test.ts`,
        title:
          'files that are replaced while the person reads › are not those that a typed server is pinned to',
      },
    ],
  },
  {
    id: 'launch.prefix',
    attacker: 'configuration',
    tries:
      'gives npx a PREFIX (or a version manager or compiler a variable) whose folder has settings that load code',
    stoppedBy:
      'these names decide what runs: shown, a risk, never hidden, and part of who receives secrets and grants',
    tests: [
      {
        file: 'packages/domain/src/servers/launch/variable-effect.test.ts',
        title: 'PREFIX decides what runs',
      },
      {
        file: identity,
        title: 'a secret › of a program does not stay when PREFIX becomes /tmp/planted',
      },
    ],
    remains:
      'the names are a list: a program that takes code by a variable of its own is not on it',
  },
  {
    id: 'launch.proxy-password',
    attacker: 'page',
    tries: 'points a server at another proxy and keeps the stored password',
    stoppedBy: 'the password is bound to the origin of the proxy and to the user',
    tests: [
      {
        file: identity,
        title: 'the password of a proxy › does not follow to http://other.example:3128 of ada',
      },
    ],
  },
  {
    id: 'launch.provider-key',
    attacker: 'page',
    tries: 'changes the address of a model provider and keeps its stored key',
    stoppedBy: 'the key is bound to the origin of the address, when it is tested, saved and used',
    tests: [
      {
        file: `${host}model-providers/provider-keys.test.ts`,
        title: 'a key does not follow to https://b.example/v1, neither to test it nor to save it',
      },
      {
        file: `${host}model-providers/provider-keys.test.ts`,
        title: 'a key is not sent to an origin that only the configuration on disk names',
      },
    ],
  },
  {
    id: 'launch.inherited-grant',
    attacker: 'page',
    tries: 'gives another program the name and the grants of a trusted server',
    stoppedBy:
      'a grant names the identity of its server and the whole definition of its tool; when either changes it is void, in words',
    tests: [
      {
        file: grants,
        title: 'a grant is void once its server has another command, and the person reads why',
      },
      { file: grants, title: 'a grant is void once another file would run for the same command' },
      {
        file: grants,
        title:
          'a call that was allowed is not made by the program that took the place of its server',
      },
      {
        file: 'packages/store/src/open-stores.test.ts',
        title: 'a grant that an earlier format wrote names no server, so it allows nothing',
      },
    ],
  },
  {
    id: 'launch.changed-meta',
    attacker: 'server',
    tries: 'changes in a tool’s _meta what is shown or run, after the tool was allowed',
    stoppedBy: 'the definition that a grant is bound to holds all of _meta',
    tests: [
      {
        file: grants,
        title: 'a grant is void once the tool has another openai/outputTemplate in its _meta',
      },
    ],
  },
  {
    id: 'launch.inherited-lists',
    attacker: 'program',
    tries: 'takes the place of a server and is offered with its tools',
    stoppedBy: 'cached tools, lists and the negotiated protocol are forgotten with the identity',
    tests: [
      {
        file: identity,
        title: 'what was cached of a server › is forgotten when it becomes another program',
      },
    ],
  },
  {
    id: 'launch.colliding-names',
    attacker: 'server',
    tries: 'names a tool so that a model’s call of another server’s tool reaches it',
    stoppedBy: 'no two tools have the same name for a model',
    tests: [
      { file: catalog, title: 'a/b__c and a__b/c have different names for a model' },
      { file: catalog, title: 'a tool cannot take the name that another one got with a hash' },
    ],
  },
  {
    id: 'launch.planted-package',
    attacker: 'file',
    tries: 'plants a copy of a pinned package in the project folder in which a runner is started',
    stoppedBy: 'a package runner in such a folder is a risk that names the file',
    tests: [
      {
        file: runner,
        title: 'a runner whose folder holds a copy of its package is a risk that names the copy',
      },
      {
        file: pin,
        title: 'what a project folder holds is found there and above, nearest first',
      },
    ],
    remains: 'a copy that is planted after the review is not noticed: packages are not pinned',
  },
  {
    id: 'launch.disguised-address',
    attacker: 'configuration',
    tries:
      'spells an address of this computer, its network or a cloud’s metadata so that it looks public',
    stoppedBy: 'addresses are read as a browser reads them and classified by range',
    tests: [
      { file: risks, title: 'launch risks › marks http://2852039166/' },
      { file: risks, title: 'launch risks › marks https://[::ffff:169.254.169.254]/' },
      { file: risks, title: 'launch risks › says which address another spelling of it means' },
      {
        file: 'packages/domain/src/servers/network-zone.test.ts',
        title: 'http://[64:ff9b::a9fe:a9fe]/ hands out credentials of the machine',
      },
    ],
    remains: 'a public name that resolves to a local address is not recognised by its name',
  },
  {
    id: 'launch.own-environment',
    attacker: 'configuration',
    tries:
      'asks in an imported configuration for a variable of the person, and sends it to its own address',
    stoppedBy:
      'each variable is named with its receiver, allowed for each server or not given, and not even read before',
    tests: [
      {
        file: inputs,
        title:
          'what a file leaves open › each variable of the environment is named with its receiver, and none is read',
      },
      {
        file: inputs,
        title:
          'what a file leaves open › a variable that nobody allowed is not read, and its server asks for it before it starts',
      },
      {
        file: inputs,
        title:
          'what a file leaves open › a variable goes to the server that it was allowed for, and to no other',
      },
      {
        file: imported,
        title:
          'the import › names a variable of the person and who would get it, and gives it to nobody by itself',
      },
    ],
  },
  {
    id: 'launch.hidden-import',
    attacker: 'configuration',
    tries:
      'gives PATH or NODE_OPTIONS a value that looks like a private key, so that an import hides it',
    stoppedBy: 'what decides what runs is never hidden, whatever its value looks like',
    tests: [
      {
        file: inputs,
        title:
          'what a file leaves open › a value that looks like a private key is shown when it decides what runs',
      },
      {
        file: 'packages/ui/src/consent-window/consent-app.test.tsx',
        title: 'a hidden value is shown only when the person presses for it',
      },
    ],
  },
  {
    id: 'launch.foreign-entries',
    attacker: 'program',
    tries:
      'writes into the note of what Gatehouse keeps in the keychain, so that entries of another profile or of Gatehouse itself are listed and deleted',
    stoppedBy:
      'only references below a server or provider of the note are taken from it, and only what is listed is deleted',
    tests: [
      {
        file: keychain,
        title:
          'the list of secrets › knows nothing of the secrets of another profile, and reads a damaged note in part',
      },
    ],
    remains:
      'A program that may write to the keychain of the person can delete entries there by itself.',
  },
]
