/** What a review points out about a launch, and what changed of its files. */
export const launchRisks = {
  risk: {
    shell: 'A shell runs whatever its arguments say:',
    elevated: 'It asks for administrator rights:',
    'deletes-files': 'It can delete files:',
    'downloads-code': 'It downloads something to run:',
    'unpinned-package': 'No version is given, so what runs can change at any time:',
    'code-not-pinned':
      'Not all of the code that this runs is checked. Whoever can change that code decides what runs, and you are not asked again:',
    'broad-directory': 'This folder holds nearly everything of yours:',
    'sensitive-directory': 'Keys or system settings are kept in this place:',
    'invisible-characters': 'It contains invisible characters that hide what it is:',
    'plain-http': 'The connection is not encrypted; others on the way can read and change it:',
    'local-network': 'This is an address in your local network:',
    'credentials-in-url': 'The address contains a user name or password:',
    'secret-in-arguments':
      'This looks like a secret written in plain sight. Keep it as a secret instead:',
    'command-not-found': 'This command was not found on this machine:',
    'decides-program': 'This variable decides which code runs:',
    'reads-traffic': 'This can let others read and change what is sent:',
    'own-variable': 'It is given the value of a variable of yours:',
    'project-runner':
      'This runs what a project’s folder holds, before anything you may have meant. Anyone who can write to that folder decides what runs:',
    'this-machine': 'This is an address of this computer:',
    'disguised-host': 'This host is another one than it reads as:',
    'metadata-address': 'At this address, clouds hand out credentials of this computer:',
  },
  riskDetail: { is: 'This is', receiver: 'It goes to', found: 'Found there:' },
  fileChange: {
    moved: 'Another file is used for',
    replaced: 'The content is another of',
    added: 'A file takes part that did not before:',
    gone: 'A file is not there any more:',
    path: 'Path:',
    before: 'Before:',
    after: 'Now:',
  },
}
