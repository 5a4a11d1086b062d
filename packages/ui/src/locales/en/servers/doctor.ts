/** Words of the doctor: the steps of a start, causes of a failure, and mends. */
export const doctor = {
  title: 'What happened',
  summary: 'Check how it starts',
  reached: 'It got as far as step {{step}} of {{count}}',
  allPassed: 'All steps passed',
  notTried: 'Nothing was tried. This shows what is known.',
  copy: 'Copy report',
  reportNote:
    'The report has these steps and {{count}} lines. Keys, tokens and your name in paths are taken out.',
  hidden: '[hidden]',
  output: 'Output',
  showAll_one: 'Show all ({{count}} line)',
  showAll_other: 'Show all ({{count}} lines)',
  showLess: 'Show less',
  stack_one: '{{count}} stack line folded',
  stack_other: '{{count}} stack lines folded',
  needs: '{{server}} needs {{name}}',
  said: '{{server}}: {{line}}',
  onLine: 'It said so on line {{line}} of its output.',
  printedAtStart_one: 'printed {{count}} line at its start',
  printedAtStart_other: 'printed {{count}} lines at its start',
  atStart: 'Output',
  startTook: 'Time to start',
  openLog: 'Show in Logs',
  step: {
    command: 'Command',
    runtime: 'Runtime',
    install: 'Install',
    process: 'Process',
    output: 'Output',
    address: 'Address',
    tls: 'Certificate',
    discovery: 'Discovery',
    registration: 'Registration',
    token: 'Sign-in',
    handshake: 'Handshake',
    lists: 'Tools',
  },
  state: {
    passed: 'Passed',
    failed: 'Failed',
    'not-reached': 'Not reached',
    unknown: 'Not tried',
  },
  evidence: {
    'command-line': '{{line}}',
    found: 'Found at {{path}}',
    'not-found_one': 'Not found. Looked in {{count}} folder.',
    'not-found_other': 'Not found. Looked in {{count}} folders.',
    'not-executable': 'Not executable: {{path}}',
    'folder-missing': 'The working directory does not exist: {{path}}',
    version: 'Version {{version}} at {{path}}',
    'may-download': '{{program}} downloads what is missing at each start',
    'no-download': 'Nothing is downloaded',
    ended: 'Exited with code {{code}}',
    'ended-by': 'Terminated by signal {{signal}}',
    started: 'Started',
    running: 'Running as process {{pid}}',
    printed_one: 'Printed {{count}} line',
    printed_other: 'Printed {{count}} lines',
    'printed-nothing': 'Printed nothing',
    'no-answer': 'No response within {{seconds}} s',
    answered: 'Protocol {{version}}',
    listed_one: '{{count}} tool',
    listed_other: '{{count}} tools',
    'listed-before_one': '{{count}} tool at the last good start',
    'listed-before_other': '{{count}} tools at the last good start',
    url: '{{url}}',
    'network-code': 'Error code: {{code}}',
    status: 'HTTP {{status}}',
    'sign-in-needed': 'No sign-in. {{said}}',
  },
  cause: {
    'variable-missing': '{{name}} is not set. Enter it in Environment or in the arguments.',
    'windows-command':
      'On Windows {{name}} is a script that cannot be run directly. Set the command to cmd, with /c and {{name}} as the first arguments.',
    'uv-missing': '{{name}} was not found. Install uv, or set the full path of {{name}}.',
    'node-missing': '{{name}} was not found. Install Node.js, or set the full path of {{name}}.',
    'native-module':
      'A part of this server was built for another version of Node.js or another system. Set the command to the Node.js that it was built for, or install the server again.',
    'old-node':
      'This server needs a newer Node.js. Set the command to the full path of a newer version.',
    'dotenv-noise':
      'The dotenv library prints text where only MCP messages may be. A variable turns that off.',
    'dotnet-noise':
      'The .NET logger prints text where only MCP messages may be. A variable sends it to standard error.',
    'cache-in-use':
      'Another process was changing the npm cache at the same time. Retry, or give this server a cache folder of its own.',
    'cache-broken':
      'A download in the npm cache is damaged. Retry, or give this server a cache folder of its own.',
    'git-build':
      'A package is fetched with Git and built at the start. That needs Git, access to the repository, and time.',
    'package-missing': 'The registry has no such package. Check its name in the arguments.',
    'image-missing':
      'The container image was not found, or needs a sign-in at its registry. Check its name in the arguments, or pull the image first.',
    'docker-stopped': 'Docker is not running. Start Docker, then retry.',
    'tls-proxy':
      'A certificate on the way to the network is not trusted, as behind a company proxy. Set the file of its certificate authority.',
    tls: 'The certificate is not trusted. If your organization has its own certificate authority, add its file under Network.',
    'unfilled-placeholder':
      '{{name}} is a placeholder that was never filled in. Replace it with a value.',
    'client-mismatch': 'The client in the settings is for another service. Change the client.',
    'no-registration':
      'The service does not let apps register themselves. Enter a client that you registered there, or a token as a header.',
    'registration-refused':
      'The service rejected the sign-in of this app. Sign in again, or enter a client that you registered there.',
    'bundle-unreadable':
      'The bundle or its manifest cannot be read by this program. Get a newer version of either.',
    'code-missing':
      'A file or package of this server is missing. Check the path in the arguments, or install the server again.',
    'helper-missing':
      'It starts the program {{name}}, which was not found. Install {{name}}, or add its folder to PATH.',
    'port-in-use':
      'Another program uses the port that this server wants. End that program, or choose another port in the arguments.',
    'slow-download':
      '{{name}} was still downloading or had no network. Retry: it continues with what is there.',
    'slow-start':
      'It runs but did not respond. It may need more time, or arguments that make it speak MCP over standard input and output.',
    'other-output':
      'It prints text that is not MCP. Check that the command and its arguments start an MCP server.',
  },
  mend: {
    set: 'Set {{name}}…',
    command: 'Edit command…',
    args: 'Edit arguments…',
    cwd: 'Edit working directory…',
    url: 'Edit URL…',
    headers: 'Edit headers…',
    client: 'Enter a client…',
    network: 'Edit network…',
    start: 'Retry',
    startLimit: 'Set start timeout…',
    signIn: 'Sign in again',
    install: 'Pull the image again…',
  },
}
