export const install = {
  choice: 'How it starts',
  fromDisk: 'Install it once and start it from the disk',
  fromDigest: 'Pull it once and start it by its digest',
  fromDiskNote: 'It starts without network, and does not change by itself.',
  eachTime: 'Run with {{runner}} each time',
  eachTimeNote: '{{runner}} looks for it at each start and may run a newer version.',
  offer: '{{runner}} fetches this server at each start.',
  offerNote:
    'Installed once, it starts faster and without network, and does not change by itself. Its settings stay.',
  offerAction: 'Install it and start from disk',
  offerPull: 'Pull it and start by digest',
  refused: {
    repository:
      'This is fetched at each start. It cannot be installed once: {{word}} is a repository, whose code runs while it is installed.',
    address:
      'This is fetched at each start. It cannot be installed once: {{word}} is an address, not a package of an index.',
    folder:
      'This cannot be installed once: {{word}} names a folder or file, not a package of an index.',
    index:
      'This is fetched at each start. It cannot be installed once: {{word}} chooses another index. Set that index in the settings of pip or uv instead.',
    option: 'This is fetched at each start. It cannot be installed once because of {{word}}.',
    settings:
      'This is fetched at each start. It cannot be installed once: {{word}} may choose another registry.',
  },
  running: 'Installing',
  waiting: 'Decide in the window that opened',
  fetched_one: '{{number}} file fetched',
  fetched_other: '{{number}} files fetched',
  elapsed: 'for {{time}}',
  last: 'Last: {{name}}',
  update: 'Check for an update',
  unchanged: 'The registry has nothing newer.',
  restore: 'Back to {{version}}',
  consent: {
    title: 'Install with {{installers}}?',
    subject_one: '{{count}} package',
    subject_other: '{{count}} packages',
    note: 'Nothing of it runs yet. What will run is shown to you afterwards.',
    noteWhole:
      'What is installed, and what then runs. If anything turns out otherwise, you are asked again.',
    allow: 'Install',
    allowAdd: 'Install and add',
    allowStart: 'Install, add and start',
    allowSave: 'Install and save',
    allowSaveStart: 'Install, save and start',
    afterwards: 'What runs afterwards',
    program:
      'The program is the one that the package names, in the folder that stands in its place.',
    package: 'Package',
    commands_one: 'Command',
    commands_other: 'Commands, in this order',
    meaning: {
      npm: 'npm fetches the package and what it needs from the registry of your npm settings, and checks each file against it. Then it asks there when this version was published. Scripts of packages do not run.',
      pypi: 'The package and what it needs are fetched from the index of your pip or uv settings, as wheels. Versions and hashes are written down first, and each file is checked against them. Nothing is built from source: a build runs code, and you would be asked for each package by name.',
      oci: 'Docker pulls the image from its registry, with your settings and sign-ins, and keeps it. The image then starts by the digest that it has by then: it does not change by itself. What is in an image is not compared with any list.',
    },
  },
  scripts: {
    title: { npm: 'Run install scripts?', pypi: 'Build from source?' },
    note: {
      npm: 'Nothing of these packages has run yet.',
      pypi: 'Nothing of these packages has run yet. There is no wheel of them for this system.',
    },
    claim: {
      npm: 'A script runs once, now, with your permissions: it can read and change whatever you can. Many servers work without them.',
      pypi: 'A build runs code of the package and of its build tools once, now, with your permissions: it can read and change whatever you can.',
    },
    run: { npm: 'Run the scripts of {{id}}', pypi: 'Build {{id}} from source' },
    allow: 'Continue',
    meaning: {
      npm: 'The scripts that you do not choose never run.',
      pypi: 'If you leave out one of them, nothing is installed.',
    },
  },
  facts: {
    title: 'Installed package',
    titleImage: 'Pulled image',
    package: 'Package',
    asked: 'Asked for',
    newest: 'the newest version',
    content: 'Content',
    packages_one: '{{number}} package',
    packages_other: '{{number}} packages',
    files_one: '{{number}} file',
    files_other: '{{number}} files',
    scripts: { npm: 'Scripts that ran', pypi: 'Built from source' },
    noScripts: 'none',
    folder: 'Folder',
    digest: 'Image',
    pinnedImage: 'It starts by this digest. Another image under the same name is not started.',
    pinned: 'Any change in this folder is found at the next start, and shown to you.',
    replaces: 'Replaces',
    changedFiles: '{{changed}} files changed, {{added}} added, {{removed}} removed',
    changedPackages_one: '{{number}} package differs',
    changedPackages_other: '{{number}} packages differ',
    tools:
      'Its tools are compared with those you allowed once it has started. A changed tool asks again.',
    carried: 'Saved secrets that it is given: {{names}}',
  },
  problem: {
    'no-npm':
      'npm was not found on this computer. Install Node.js, or run the server with npx each time.',
    'npm-too-old':
      'This npm runs code of Git repositories while it installs, whatever it is told. Update npm to 11.10 or later, or run the server with npx each time.',
    'no-python':
      'No Python that fits was found on this computer. Install it, or uv, then try again.',
    'no-pip':
      'Neither uv nor pip 23 or later was found on this computer. Install uv or update pip, or run the server with uvx each time.',
    'no-docker':
      'Docker was not found on this computer. Install it, or run the server in another way.',
    'docker-stopped': 'Docker is not running. Start it, then try again.',
    'other-source':
      'The package needs something that is not from a registry (a repository, an address or a folder), or that is there under another name. Nothing was installed: its code could have run unseen.',
    'no-node': 'Node was not found on this computer. Install Node.js, then try again.',
    'not-found':
      'The registry has no package of this name. Check the spelling in the server’s instructions.',
    'version-not-found':
      'The registry has no such version of the package. Change the version, or leave it out.',
    'registry-unreachable':
      'The registry could not be reached. Check the network and the proxy, then try again.',
    'registry-refused':
      'The registry refused the request. Sign in to it in a terminal (npm, uv or pip), then try again.',
    certificate:
      'The certificate of the registry could not be verified. A proxy may read the traffic; set its certificate in Settings, Network.',
    integrity:
      'A fetched file is not the one that the registry describes, so nothing was installed. Try again later; if it stays so, do not use the package.',
    'disk-full': 'The disk is full, so nothing was installed. Free some space, then try again.',
    'not-allowed': 'The folder of the installation could not be written.',
    'node-too-old': 'A package needs another version of Node than the one on this computer.',
    'not-for-this-system': 'The package is not for this system.',
    'no-program': 'The package has no program that could be started: it may be no server.',
    'several-programs':
      'The package has several programs, and none has its name. Name one: npx -p <package> <program>, or uvx --from <package> <program>.',
    'not-for-node':
      'The program of the package is not for Node. Run it with npx each time instead.',
    'other-python': 'A package needs another version of Python than the one on this computer.',
    'needs-build':
      'A package is published as source only. You did not allow its build, so nothing was installed.',
    'script-failed': 'An install script or a build failed, so nothing was installed.',
    failed: 'The installer failed, so nothing was installed.',
    detail: 'The installer says: {{detail}}',
    notAPackage: 'Only a package that npx, uvx or pipx starts by its name can be installed.',
  },
}
