export const serverImport = {
  title: 'Import servers',
  note: 'Nothing runs and nothing is saved until you have reviewed what will run and confirmed it. Imported files are never changed.',
  open: 'Import…',
  reading: 'Looking for servers configured in other programs',
  source: {
    'claude-desktop': 'Claude Desktop',
    vscode: 'VS Code',
    cursor: 'Cursor',
    'claude-code': 'Claude Code',
    windsurf: 'Windsurf',
    zed: 'Zed',
    cline: 'Cline',
    roo: 'Roo Code',
    codex: 'Codex',
    grok: 'Grok CLI',
    gemini: 'Gemini CLI',
    copilot: 'Copilot CLI',
    opencode: 'OpenCode',
    kilo: 'Kilo Code',
    goose: 'goose',
    continue: 'Continue',
    librechat: 'LibreChat',
    'lm-studio': 'LM Studio',
    jan: 'Jan',
    'amazon-q': 'Amazon Q',
    kiro: 'Kiro',
    warp: 'Warp',
    boltai: 'BoltAI',
    antigravity: 'Antigravity',
    witsy: 'Witsy',
    deepchat: 'DeepChat',
    bundle: 'A bundle',
    plugin: 'A plugin',
    file: 'A file',
    text: 'Pasted text',
  },
  door: {
    label: 'Paste, drop or type',
    note: 'A command, a link, a URL, a bundle (.mcpb), a plugin (its folder or .zip), or JSON, TOML or YAML from a server’s instructions. Or fill in the form below.',
    openFile: 'Open a file…',
    clear: 'Clear',
    recognised_one: '{{count}} server recognised',
    recognised_other: '{{count}} servers recognised',
    format: {
      json_one: '{{count}} server recognised in JSON',
      json_other: '{{count}} servers recognised in JSON',
      toml_one: '{{count}} server recognised in TOML',
      toml_other: '{{count}} servers recognised in TOML',
      yaml_one: '{{count}} server recognised in YAML',
      yaml_other: '{{count}} servers recognised in YAML',
      command_one: '{{count}} server recognised in a command',
      command_other: '{{count}} servers recognised in commands',
      registry_one: '{{count}} way to run it, from its registry entry',
      registry_other: '{{count}} ways to run it, from its registry entry',
      link_one: '{{count}} server recognised in an install link',
      link_other: '{{count}} servers recognised in install links',
      url_one: 'URL of {{count}} server recognised',
      url_other: 'URLs of {{count}} servers recognised',
      package_one: '{{count}} package recognised',
      package_other: '{{count}} packages recognised',
    },
  },
  leave: {
    title: 'Discard what you entered?',
    note: 'The server has not been added. What you entered is lost.',
    discard: 'Discard',
    stay: 'Keep editing',
  },
  none: 'No servers found in other programs',
  noneNote:
    'Gatehouse looked in the usual places of more than 20 programs. Choose a file or a project folder, or paste a configuration.',
  more: 'Other sources',
  chooseFile: 'Choose a file…',
  chooseVariables: 'Choose that file…',
  chooseFolder: 'Choose a project folder…',
  paste: 'Paste text…',
  pasteLabel: 'Configuration',
  pasteNote: 'The configuration from a server’s instructions: {"mcpServers": …} or a part of it.',
  readText: 'Read',
  servers_one: '{{count}} server',
  servers_other: '{{count}} servers',
  all: 'All in this file',
  choose: 'Import {{name}}',
  name: 'Name of {{name}}',
  nameMissing: 'Enter a name.',
  nameLookalike: 'This looks like the name of another server, {{name}}.',
  nameUnseen: 'This name contains an invisible character, {{character}}. Type the name again.',
  nameTaken: 'Another server already has this name.',
  in: 'Working directory:',
  overSse: 'HTTP+SSE, a deprecated transport',
  values: { env: 'Environment', headers: 'Headers' },
  keychain: 'Keychain',
  keychainFor: 'Store {{name}} in the keychain',
  secret_one: 'secret, {{count}} character',
  secret_other: 'secret, {{count}} characters',
  secretFrom: 'built from {{variables}}',
  empty: '(empty)',
  inPlainSight:
    'The arguments or the URL contain a secret. Gatehouse cannot move it for you: after importing, use an environment variable or a header in the server’s settings instead.',
  sameAdded: 'Identical to {{name}}, which you already have.',
  sameHere: 'Identical to {{name}} above.',
  cannot: 'Cannot be imported:',
  inputs: 'Values to enter',
  inputsNote: 'These servers need the following values.',
  inputNeeded: 'Enter a value, or deselect the servers that need it.',
  inputDefault: 'Leave blank to use {{value}}.',
  inputLines: 'One value a line.',
  inputNumber: 'Enter a number within the limits.',
  pickFolder: 'Choose…',
  pickFile: 'Choose…',
  bundle: {
    version: 'Version {{version}}',
    author: 'by {{author}}, as the bundle claims',
    files_one: '{{count}} file, {{size}} unpacked',
    files_other: '{{count}} files, {{size}} unpacked',
    trust: {
      unsigned: 'Not signed: nothing shows who made it.',
      unknown: 'Signed by “{{signer}}”, whom Gatehouse does not know. Nothing was changed since.',
      trusted: 'Signed by “{{signer}}”, whom you trust. Nothing was changed since.',
      expired:
        'Signed by “{{signer}}”, with a certificate that is not valid today. Nothing was changed since.',
    },
    certificate: 'SHA-256 of the certificate',
    trustSigner: 'Trust bundles with this certificate of “{{signer}}” from now on',
    trustNote:
      'Anyone can write any name into a certificate. Compare its SHA-256 with the one that the author publishes.',
    digest: 'SHA-256',
    hosts:
      'Downloaded from {{hosts}}. It is the file that the registry entry names by its SHA-256.',
  },
  download: {
    note: 'This is a bundle, a file with the server in it. Once downloaded, it is checked and you read what it would run.',
    problem: {
      unreachable: '{{host}} could not be reached ({{detail}}). Nothing was added. Try again.',
      status: '{{host}} did not give the file (HTTP {{detail}}). Nothing was added.',
      redirect:
        'The address leads to {{host}}, which is in a private network or not encrypted. The download was stopped.',
      checksum:
        'The file from {{host}} is not the one that the entry describes: its SHA-256 differs. It was deleted. Tell the publisher.',
      'too-large': 'The file is larger than {{detail}} MB, the most that is read. It was deleted.',
      stalled: '{{host}} sent nothing for a minute. The download was stopped. Try again.',
      'disk-full': 'There is no room on the disk for this file. Free some space, then try again.',
    },
    do: 'Download from {{host}}',
    running: 'Downloading from {{host}}',
    of: '{{received}} of {{total}}',
  },
  signers: {
    title: 'Trusted signers',
    note: 'Bundles with one of these certificates are shown as signed by someone you trust. What they run is still shown to you.',
    none: 'None. When you add a signed bundle, you can trust its signer there.',
    since: 'Since {{at}}',
    forget: 'Remove',
    forgetOne: 'Remove the signer {{name}}',
  },
  inputSet: 'Leave blank to use the saved value, which stays hidden.',
  inputEnvironment: 'Enter a value, or allow your own variable above.',
  inputEnvironmentLater:
    'Enter a value, or allow your own variable above. Otherwise the server is added without it and asks for it before it starts.',
  own: {
    title: 'Requests your environment variables',
    give: 'Pass my {{name}} to {{receiver}}',
    notSet: '{{name}} for {{receiver}}: you have no such variable',
    typeIt:
      '{{name}} for {{receiver}}: looks like a secret and would be stored as plain text, so it is not copied. Enter a value.',
  },
  choice: 'Choose one',
  toReview_one: 'Review what will run',
  toReview_other: 'Review what will run ({{count}})',
  noneChosen: 'No server selected',
  reviewTitle: 'Review what will run',
  reviewNote_one: 'This server has not run yet.',
  reviewNote_other: 'None of these {{count}} servers has run yet.',
  addOnly: 'Add without starting',
  addOnlyNote:
    'Servers that you add without starting stay stopped until you start them or one of their tools is called.',
  addAndStart_one: 'Add and start',
  addAndStart_other: 'Add and start {{count}} servers',
  added_one: 'Added {{count}} server.',
  added_other: 'Added {{count}} servers.',
  doneTitle: 'Import complete',
  plainTitle: 'Their secrets are still stored as plain text elsewhere',
  plainNote:
    'Gatehouse did not change these files, so any program you run can still read the secrets in them. Delete them yourself if you no longer need them:',
  undone: 'Import undone.',
  place: {
    at: 'Found at {{at}}.',
    line: 'Found in line {{line}}.',
    atLine: 'Found at {{at}}, line {{line}}.',
  },
  issue: {
    unreadable:
      'This file could not be read. Check that you can open it, then import again. Cause reported by the system: {{detail}}',
    'not-allowed':
      'You do not have permission to read this file. Change its permissions and import again.',
    'not-a-file': 'This is not a file. Choose a file.',
    'too-large': 'This file is larger than {{detail}} MB and was not read. Choose a smaller one.',
    'not-text': 'This is not a text file. Choose a JSON file.',
    'not-json': 'This is not valid JSON. Fix it in that file and import again.',
    'too-many-values': 'This contains more than {{detail}} values and was not read.',
    'too-much':
      'This is larger than one import may be ({{detail}} characters). Move it to a file of its own.',
    'too-deep': 'This is nested more than {{detail}} levels deep and was not read.',
    'encoding-unknown':
      'This file is neither UTF-8 nor UTF-16. Save it as UTF-8 in your editor, then import again.',
    'not-toml': 'This is not valid TOML. Fix it and import again.',
    'not-yaml': 'This is not valid YAML. Fix it and import again.',
    'not-recognised':
      'No server recognised. Paste a command, a URL, an install link or a configuration in JSON, TOML or YAML.',
    'shell-syntax':
      'This needs a shell: {{detail}}. Gatehouse starts programs without one. Paste only the command that starts the server.',
    'quote-open': 'A quote is not closed: {{detail}}',
    'installs-only':
      'This command installs something but starts no server: {{detail}}. Paste the command that starts the server.',
    'link-unreadable': 'The configuration in this link or command could not be read.',
    'registry-name':
      '{{detail}} is a name in the MCP Registry. Clear this field and search for it in the registry.',
    'page-not-server':
      '{{detail}} is a page about a server. Paste the command or configuration from that page.',
    'bundle-damaged': 'This bundle is damaged or is not a bundle. Download it again. {{detail}}',
    'bundle-encrypted': 'This bundle is encrypted and was refused.',
    'bundle-layout':
      'This archive hides something between or around its files and was refused. {{detail}}',
    'bundle-no-manifest':
      'This bundle has no manifest.json at its top. Get a complete one from its author.',
    'bundle-signature':
      'The signature of this bundle does not match its content. It was refused: download it again from its author.',
    'bundle-unsafe':
      'This bundle has a file that could land elsewhere or twice on some systems, and was refused: {{detail}}',
    'manifest-too-new':
      'This bundle is of a newer kind ({{detail}}) than this version of Gatehouse knows.',
    'plugin-no-manifest':
      'This is no plugin: it has neither plugin.json nor .claude-plugin/plugin.json with a name. Choose the folder or the .zip of a plugin.',
    'plugin-left-out':
      'Only the servers of this plugin are added. Gatehouse does not use its other parts: {{detail}}',
    'entry-point-missing': 'The bundle does not contain the file that it starts with: {{detail}}',
    'not-for-this-system': 'This bundle is made for other systems: {{detail}}',
    'list-in-text':
      'The manifest puts a list into the middle of a text: {{detail}}. Its author has to fix it.',
    'bundle-incomplete':
      'The bundle seems incomplete. Its program imports packages that it does not contain: {{detail}}',
    'bundle-fetches':
      'Its packages are downloaded when it starts, and its command asks for newer ones: they may change after your review.',
    'bundle-unlocked':
      'It has no lock file. uv writes one into its folder, which nothing may change, so the server may not start. Ask its authors for a bundle with uv.lock.',
    'bundle-dated':
      'Its packages are downloaded when it starts and are no part of this review. uv is told to use none that was published after {{detail}}, so later releases do not run.',
    'bundle-locked':
      'Its packages are downloaded when it starts: exactly those of the lock file in the bundle, each checked by its hash.',
    'variable-unknown':
      '{{detail}} is not a variable of bundles. It is passed on as it is written.',
    'helper-not-taken-over': '{{detail}} would run another program and is not imported.',
    'no-servers': 'No servers found in this configuration.',
    'too-many-servers':
      'This file has too many servers. Not shown: {{detail}}. Move those to a file of their own.',
    'wrong-type': 'This has the wrong type. Fix it in that file and import again.',
    'nothing-to-run':
      'This server has neither a command nor a URL. Add one in that file and import again.',
    'registry-bundle-address':
      'The entry names a bundle, and its address does not start with https://. Ask its author: {{detail}}',
    'registry-bundle-digest':
      'The entry names a bundle without its SHA-256, so it cannot be checked. Download it yourself and drop the file here: {{detail}}',
    'registry-type': 'Gatehouse knows no program that starts packages of the type “{{detail}}”.',
    'registry-deleted': 'The registry has deleted this server. {{detail}}',
    'registry-unsafe':
      'This entry would be read as an option of its runner, or comes over a connection without encryption: {{detail}}',
    'registry-deprecated': 'The registry advises against this server. {{detail}}',
    'transport-unknown': 'Gatehouse does not support the transport “{{detail}}”.',
    'url-invalid': 'The URL does not start with https:// or http://.',
    'too-long': 'This is too long.',
    'too-many': 'Too many entries.',
    'too-much-to-read':
      'This is too much to review before it runs. The texts of one server may have up to 262,144 characters in total, including up to 2,000 line breaks and invisible characters.',
    'repeated-name': 'This name appears twice. Keep one of them.',
    empty: 'This is empty.',
    nul: 'This contains a NUL character, which cannot be passed to a program.',
    'variable-name': 'This is not a valid variable name.',
    'header-name': 'This is not a valid header name.',
    'reserved-name': 'A variable cannot be named “{{detail}}”.',
    'variable-unsupported': '{{detail}} works only inside an editor. Replace it in that file.',
    'no-folder':
      '{{detail}} stands for a project folder. Select that folder with “Choose a project folder…”.',
    'url-left-out': 'This server has both a command and a URL. The URL is ignored.',
    'command-left-out': 'This server has both a URL and a command. The command is ignored.',
    'repeated-key': '“{{detail}}” appears twice. The last one is used.',
    'turned-off': 'This server is turned off there.',
    'env-file': 'Variables in {{detail}} are not read unless you choose that file.',
    'not-taken-over': '{{detail}} is not imported.',
    'approvals-not-taken-over':
      '{{detail}} is not imported. You decide here what may run without asking.',
  },
  wrongType: {
    object: 'This must be an object. Fix it in that file and import again.',
    array: 'This must be a list. Fix it in that file and import again.',
    string: 'This must be text. Fix it in that file and import again.',
  },
  syntax: {
    other: 'This is not valid JSON: unexpected content. Fix it in that file and import again.',
    CloseBraceExpected:
      'This is not valid JSON: a closing brace is missing. Fix it in that file and import again.',
    CloseBracketExpected:
      'This is not valid JSON: a closing bracket is missing. Fix it in that file and import again.',
    ColonExpected:
      'This is not valid JSON: a colon is missing. Fix it in that file and import again.',
    CommaExpected:
      'This is not valid JSON: a comma is missing. Fix it in that file and import again.',
    EndOfFileExpected:
      'This is not valid JSON: there is extra content at the end. Fix it in that file and import again.',
    InvalidCommentToken:
      'This is not valid JSON: a comment is not closed. Fix it in that file and import again.',
    PropertyNameExpected:
      'This is not valid JSON: a property name in quotes is missing. Fix it in that file and import again.',
    UnexpectedEndOfComment:
      'This is not valid JSON: a comment is not closed. Fix it in that file and import again.',
    UnexpectedEndOfString:
      'This is not valid JSON: a string is not closed. Fix it in that file and import again.',
    ValueExpected:
      'This is not valid JSON: a value is missing. Fix it in that file and import again.',
    InvalidEscapeCharacter:
      'This is not valid JSON: a backslash is followed by an invalid character. Fix it in that file and import again.',
    InvalidUnicode:
      'This is not valid JSON: \\u is not followed by four hexadecimal digits. Fix it in that file and import again.',
    InvalidCharacter:
      'This is not valid JSON: a string contains a line break or a control character. Fix it in that file and import again.',
  },
}
