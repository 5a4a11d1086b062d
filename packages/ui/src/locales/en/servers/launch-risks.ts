/** Findings of a review about a launch, and changes of its files. */
export const launchRisks = {
  risk: {
    shell: 'This shell runs any code in its arguments:',
    elevated: 'Requests administrator rights:',
    'deletes-files': 'Can delete files:',
    'downloads-code': 'Downloads code to run:',
    'unpinned-package': 'No version is set, so what runs can change at any time:',
    'code-not-pinned':
      'Not all code that this runs is checked for changes. Anyone who can change that code decides what runs, and you are not asked again:',
    'broad-directory': 'This folder contains nearly all of your files:',
    'sensitive-directory': 'This location contains keys or system settings:',
    'invisible-characters': 'Contains invisible characters that hide its actual content:',
    'plain-http': 'The connection is not encrypted. Others on the network can read and change it:',
    'local-network': 'This address is on your local network:',
    'credentials-in-url': 'The URL contains a user name or password:',
    'secret-in-arguments': 'This looks like a secret in plain text. Store it as a secret instead:',
    'command-not-found': 'This command was not found on this computer:',
    'decides-program': 'This variable affects which code runs:',
    'reads-traffic': 'This can let others read and change what is sent:',
    'host-variable': 'Receives the value of one of your environment variables:',
    'project-runner':
      'Runs code from the project folder first, which may not be what you intended. Anyone who can write to that folder decides what runs:',
    'this-machine': 'This address is on this computer:',
    'disguised-host': 'The actual host differs from what it appears to be:',
    'metadata-address': 'On cloud machines, this address serves the machine’s credentials:',
  },
  riskDetail: { is: 'Actually:', receiver: 'Sent to:', found: 'Project code found:' },
  fileChange: {
    moved: 'A different file is used for:',
    replaced: 'The contents have changed:',
    added: 'Newly used file:',
    gone: 'This file no longer exists:',
    path: 'Path:',
    before: 'Before:',
    after: 'Now:',
  },
}
