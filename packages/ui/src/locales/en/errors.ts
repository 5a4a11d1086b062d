export const errors = {
  code: {
    unknown: 'Something failed in this window. Reload it if this happens again.',
    internal: 'Something failed inside Gatehouse. The log in the data folder has the details.',
    invalidInput: 'Gatehouse refused what was sent to it. Check what you typed and try again.',
    tooLarge: 'This is too large to be sent at once.',
    nameLookalike:
      'This name looks like that of another server, {{name}}. Choose one that nobody can take for it.',
    nameTaken: 'There is a server named {{name}} already. Choose another name.',
    reviewExpired: 'This review was used or is too old. Read the launch again, then save it.',
    neverSecret:
      '{{names}} cannot be a secret: it decides what runs, or who can read what is sent. Keep it in plain sight.',
    secretElsewhere: 'Type {{names}} again: it was given to {{from}}, and this goes to {{to}}.',
    valueNotHere: 'The value of {{name}} is in the keychain already and is not shown again.',
    serverGone: 'This server was removed.',
    chatBusy: 'An answer is under way in this chat. Stop it or wait until it is over.',
    chatGone: 'This chat is not there any more.',
    chatEmpty: 'There is nothing in this chat to run again.',
    toolGone: 'The server has no tool of this name any more.',
    notInterrupted: 'This answer is complete already.',
    notAMessage: 'Only an answer can be tried again.',
    notRunning: 'This server is not running. Start it and try again.',
    requestCancelled: 'This was cancelled. Try again if you still want it.',
    requestTimedOut:
      'The server did not answer within {{seconds}} s. Try again, or allow it more time in its settings.',
    requestLost: 'The connection to the server was lost before it answered. Try again.',
    requestRefused: 'The server refused: {{detail}}',
    requestBadAnswer: 'The server answered with something that is not allowed. {{detail}}',
    skillTooLarge:
      'This skill is not read: it has more than {{files}} files or {{size}} MB in all. Ask the server’s maker for a smaller one.',
    skillUnverified: '{{file}} is not what the server described: {{reason}} ({{detail}}).',
    workspaceGone: 'This workspace is not there any more.',
    folderGone: 'This folder is not in the workspace any more.',
    notAbsolute: 'This is not the full path of a folder.',
    searchFailed: '{{path}} could not be read. Check that it exists and that you may open it.',
    notAsShown:
      'What would be sent is not what this window showed, so nothing was sent. Read the request again, then decide.',
    askOver: 'This request was answered or withdrawn already. Nothing was changed.',
    notByPerson: 'Gatehouse saw nobody press anything for this in its window. Press it again.',
    consentTooMany: 'Other decisions are waiting for you. Make them first, then try again.',
    providerNotAllowed: 'You did not allow this address. Nothing was sent to it.',
    foldersNotAllowed: 'You did not pick or allow these folders. Nothing was done with them.',
    importOver: 'This import is over or too old. Close it and import again.',
    importServerGone: 'A server that was chosen is not in what was read any more. Choose again.',
    importInputMissing:
      'A server that was chosen needs a value that is not filled in. Fill it in, or leave the server out.',
    importInvalid:
      '{{name}} cannot be added as it is filled in ({{at}}). Change what was filled in, or leave it out.',
    importTooMuch:
      'These servers are too much to read at once: together they can have 1,048,576 characters, and 8,000 line breaks and characters that cannot be seen. Choose fewer of them.',
    importOwnValue:
      'The value of {{name}} is not shown: it comes from your own environment, or nothing was given for it.',
    importFolderEmpty:
      'There is no .vscode/mcp.json, .cursor/mcp.json or .mcp.json in {{folder}}. Choose the folder of a project that has one, or choose a file.',
  },
  skillReason: {
    unlisted: 'it is not one of the files of the skill',
    size: 'its size is another',
    digest: 'its digest is another',
    frontmatter: 'what it says of the skill at its head is something else',
  },
  saidByProvider: 'It said: {{detail}}',
  connection: {
    'command-not-found':
      '{{name}} could not start: “{{command}}” was not found. Install it, or give its full path.',
    'command-not-executable':
      '{{name}} could not start: “{{command}}” may not be run. Make it executable or choose another command.',
    'directory-missing':
      '{{name}} could not start: its working directory does not exist. Create it or choose another one.',
    'secret-missing':
      '{{name}} was not started: a secret it needs is not in the keychain ({{detail}}). Enter it again.',
    'secret-elsewhere':
      '{{name}} was not started: a secret ({{detail}}) was given to another program or address than this one. Enter it again in its settings.',
    'launch-changed':
      '{{name}} was not started: what would run is not what you allowed. Read what will run and allow it again.',
    exited: '{{name}} ended by itself. What it printed last may say why.',
    'no-answer':
      '{{name}} did not answer within {{seconds}} s. It may not be an MCP server, or it needs longer to start.',
    'bad-output':
      '{{name}} printed something that is not MCP. A server may only write messages to its standard output; logs belong on standard error.',
    unreachable:
      '{{name}} could not be reached. Check the address and whether the server is running.',
    tls: 'The secure connection to {{name}} failed. Its certificate is not trusted or does not fit the address. If your organisation has a certificate authority of its own, add its file in the settings.',
    proxy:
      '{{name}} could not be reached through the proxy {{detail}}. Check the proxy in the settings of the server or of your system.',
    'ca-file':
      'The file with certificate authorities for {{name}} cannot be used. Choose a PEM file in its settings, or none.',
    'http-status':
      '{{name}} answered with HTTP {{status}} in place of MCP. Check the path of the URL and its headers.',
    'sign-in-needed':
      '{{name}} wants you to sign in. If you have a token, give it as an Authorization header.',
    redirected:
      '{{name}} sent the connection on to another address, which is not followed. Give the final URL.',
    'version-unsupported':
      '{{name}} and Gatehouse have no protocol revision in common. Choose another protocol setting, or update the server or Gatehouse.',
    protocol: '{{name}} did not keep to the protocol.',
    internal: '{{name}} could not be started because of a fault in Gatehouse.',
  },
  badAnswer:
    '{{name}} answered with something that is not MCP. Check that the URL is that of an MCP endpoint; many end in /mcp.',
  exitedWithCode: '{{name}} ended by itself with exit code {{exitCode}}.',
  exitedBySignal: '{{name}} was ended by the signal {{signal}}.',
  model: {
    'no-model': 'The model of this chat is not connected any more. Choose another one.',
    'key-missing': 'The key is not in the keychain. Enter it again in Settings, Models.',
    'key-elsewhere':
      'The key was given to another address than this one. Enter it again to send it here.',
    'key-refused': 'The provider refused the key. Check it, or enter a new one.',
    'model-not-found': 'The provider has no such model. Choose another one.',
    'rate-limited': 'The provider is getting too many requests. Wait a moment and retry.',
    'quota-exhausted': 'The quota of this account is used up. Check the account with the provider.',
    overloaded: 'The provider is overloaded. Retry in a moment.',
    'context-too-long': 'This chat is longer than the model can read. Begin a new chat.',
    'tools-unsupported': 'This model cannot use tools. Choose another one.',
    'bad-request': 'The provider did not accept the request.',
    unreachable: 'The provider could not be reached. Check the address and whether it is running.',
    'timed-out': 'The provider did not answer in time.',
    truncated: 'The provider ended the answer before it was complete. What came is kept.',
    'length-limit': 'The answer reached the greatest length of one step.',
    'too-much':
      'The model sent more than one answer may hold, so it was ended there. What came is kept.',
    'turn-too-large':
      'The results of this turn are larger than one turn may hold. Send a new message to go on.',
    'bad-answer': 'The address answered, but not like a model provider. Check the URL.',
    redirected: 'The provider sent the request on to another address, which is not followed.',
    'server-error': 'The provider failed with HTTP {{status}}. Retry in a moment.',
    internal: 'The answer ended because of a fault in Gatehouse.',
  },
}
