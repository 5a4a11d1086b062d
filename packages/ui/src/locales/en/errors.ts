export const errors = {
  /** By the code of the error; one with several sentences by the reason or kind in its data. */
  code: {
    unknown: 'Something went wrong in this window. If it happens again, reload the window.',
    'ipc/internal':
      'Something went wrong in Gatehouse. See the log in the data folder for details.',
    'ipc/invalid-input': 'Gatehouse rejected this input. Check what you entered and try again.',
    'ipc/too-large': 'This is too large to send at once. Shorten it and try again.',
    'server/name-lookalike':
      'This name looks like the name of another server, {{name}}. Choose a name that cannot be mistaken for it.',
    'server/name-taken': 'A server named {{name}} already exists. Choose another name.',
    'server/review-expired': 'This review has expired. Review what will run again, then save.',
    'server/never-secret':
      'These cannot be stored as secrets because they affect what runs or who can read what is sent: {{names}}. Enter them as plain text.',
    'secret/keychain-locked':
      'The keychain is locked. Nothing was deleted. Unlock it, then try again.',
    'secret/forget-interrupted':
      'The keychain stopped responding before everything was deleted. What is left is deleted once it can be used again.',
    'secret/keychain-unavailable':
      'The keychain cannot be used right now. Nothing was deleted. Settings > Keychain explains why.',
    'server/secret-elsewhere':
      'Enter {{names}} again: it was saved for {{from}} and would now be sent to {{to}}.',
    'server/value-not-here':
      'The value of {{name}} is already in the keychain and is not shown again.',
    'network/changed': 'The network settings were changed in the meantime. Nothing was saved.',
    'network/authorities-changed': '{{name}} changed after it was shown. Choose it again.',
    'network/authorities-unusable': {
      EMPTY: '{{name}} holds no certificate in PEM format. Choose another file.',
      INVALID: '{{name}} holds a certificate that cannot be read. Choose another file.',
      TOO_LARGE:
        '{{name}} is larger than {{kilobytes}} kB. Choose a file with only the certificates to add.',
      TOO_MANY:
        '{{name}} holds more than {{count}} certificates. Choose a file with only those to add.',
      other: '{{name}} could not be read. Check that it exists and that you may open it.',
    },
    'server/not-found': 'This server has been removed.',
    'chat/quitting': 'Gatehouse is quitting. What you wrote is kept.',
    'chat/busy': 'This chat is still answering. Stop it, or wait until it is done.',
    'chat/not-found': 'This chat no longer exists.',
    'chat/queue-full':
      'Up to {{count}} messages can be queued, with 1,000,000 characters in total.',
    'chat/not-queued': 'This message is no longer queued.',
    'chat/too-many-prompts':
      'Only {{count}} prompts with 400,000 characters and files of 20 MB can be kept. Delete some first.',
    'own-prompt/file-changed': 'Changed since it was added. Add it to the prompt again.',
    'chat/too-many-presets': 'Only {{count}} presets can be kept. Delete one first.',
    'chat/not-written':
      'The chat could not be written to this file. Check that its folder can be written to and has free space, then export again.',
    'chat/not-exportable':
      'This chat cannot be exported as JSON: a part of it is larger than the format allows, or no longer readable. Export it as Markdown.',
    'chat/not-read': 'This file could not be read. Check that it exists and that you may open it.',
    'chat/import-busy': 'Another chat is being imported. Wait until it is done.',
    'chat/empty': 'This chat has nothing to run again.',
    'chat/tool-not-found': 'The server no longer has this tool.',
    'chat/form-over': 'This form was already run or has expired. Nothing was sent.',
    'apps/call-open':
      'An interface in this answer has an open call. Decide about the call or cancel it, then continue.',
    'chat/not-interrupted': 'This answer is already complete.',
    'chat/not-a-message': 'Only answers can be retried.',
    'chat/too-many-pinned': 'Only {{count}} messages of a chat can be pinned. Unpin one first.',
    'server/not-running': 'This server is not running. Start it and try again.',
    'request/cancelled': 'This was cancelled. Try again if you still need it.',
    'request/timed-out':
      'The server did not respond within {{seconds}} s. Try again, or increase the request timeout in its settings.',
    'request/connection-lost':
      'The connection to the server was lost before it responded. Try again.',
    'request/refused': 'The server returned an error: {{detail}}',
    'request/invalid-response': 'The server sent an invalid response. {{detail}}',
    'skill/too-large':
      'This skill was not read because it has more than {{files}} files or {{size}} MB in total. Ask its author for a smaller version.',
    'skill/unverified': {
      unlisted:
        '{{file}} is not listed in the skill, so the skill is not used. Reported: {{detail}}',
      size: 'The size of {{file}} does not match the server’s description, so the skill is not used. Reported: {{detail}}',
      digest:
        'The checksum of {{file}} does not match the server’s description, so the skill is not used. Reported: {{detail}}',
      frontmatter:
        'The description in {{file}} does not match the server’s, so the skill is not used. Reported: {{detail}}',
      other:
        'The skill does not match the server’s description of it, so it is not used. Reported: {{detail}}',
    },
    'attachment/empty': 'This is empty, so there is nothing to attach.',
    'attachment/unsupported': {
      office:
        'This document is from Word, Excel or PowerPoint before 2007. Save it as .docx, .xlsx or .pptx.',
      archive: 'This is an archive. Attach the files in it.',
      other: 'This type cannot be attached. Attach text, a document, an image or audio (WAV, MP3).',
    },
    'attachment/document-needs-password':
      'This document needs a password. Save a copy without one and attach that.',
    'attachment/document-damaged':
      'This document is damaged and could not be read. Open it in its program and save it again.',
    'attachment/document-no-text': 'There is no text in this document. Attach its images instead.',
    'attachment/document-too-large':
      'This document unpacks to more than can be read. Attach a part of it.',
    'attachment/document-too-slow':
      'Reading this document took too long and was stopped. Attach a part of it.',
    'attachment/document-too-much-memory':
      'Reading this document took too much memory and was stopped. Attach a part of it.',
    'attachment/document-crashed':
      'Reading this document failed unexpectedly. Nothing was attached.',
    'attachment/not-in-encoding':
      'The file is not text in this encoding. It stays in the encoding it had.',
    'attachment/file-too-large': 'This file is too large. A file can have up to {{megabytes}} MB.',
    'attachment/picture-too-large':
      'This image is too large: {{width}} × {{height}} pixels. Up to {{edge}} pixels per side and {{megapixels}} megapixels can be attached.',
    'attachment/picture-damaged':
      'This image is damaged or of a kind that cannot be drawn. Save it as JPEG or PNG first.',
    'attachment/picture-too-slow':
      'Drawing this image took too long and was stopped. Attach a smaller one.',
    'attachment/picture-too-much-memory':
      'Drawing this image took too much memory and was stopped. Attach a smaller one.',
    'attachment/picture-crashed': 'Drawing this image failed unexpectedly. Nothing was attached.',
    'attachment/too-many': 'A message can have up to {{count}} attachments. Remove one first.',
    'attachment/too-many-media':
      'A message can have up to {{count}} pictures and sounds. Remove one first.',
    'attachment/too-much':
      'The attachments of a message can have up to {{megabytes}} MB in total. Remove one first.',
    'attachment/changed':
      'The attachments have changed, so nothing was sent. Check them and send again.',
    'attachment/prompt-changed':
      'A prompt has changed since you sent it before, so nothing was sent. Read what changed, then use or remove it. If the message was queued, remove it and attach the prompt again.',
    'workspace/not-found': 'This workspace no longer exists.',
    'store/locked':
      'Another program is using {{file}}, so nothing was saved. Quit other copies of Gatehouse and try again.',
    'store/disk-full':
      'The disk with {{file}} is full, so nothing was saved. Free some space and try again.',
    'store/disk-error':
      'The disk with {{file}} reported an error, so nothing was saved. Check the disk, then try again.',
    'store/read-only':
      'Gatehouse may not write to {{file}}, so nothing was saved. Check its permissions.',
    'store/cannot-open':
      '{{file}} cannot be opened. Check that its folder exists and that you may write there.',
    'store/corrupt':
      '{{file}} is damaged. Quit Gatehouse and start it again: it then checks the file and, if it cannot be used, keeps it under another name and begins a new one.',
    'store/constraint':
      'Saving to or reading from {{file}} failed. Restart Gatehouse. If it happens again, report it.',
    'store/blob-missing': 'This data is no longer on disk.',
    'link/failed': 'Your browser could not be started. Copy the link and open it yourself.',
    'link/not-allowed':
      'Your rules keep text in this link from the server whose host it leads to. It was not opened.',
    'link/refused':
      'This link was not opened. Gatehouse opens only complete http and https addresses without a user name or password.',
    'task/not-found': 'This task no longer exists.',
    'chat/no-message': 'Write a message first.',
    'workspace/folder-not-found': 'This folder is no longer in the workspace.',
    'workspace/no-such-entry':
      'This file or folder cannot be read. It may have been moved or deleted.',
    'workspace/timed-out': 'The drive with this file or folder is not responding. Try again later.',
    'workspace/leads-out':
      'This path contains a link that leads out of the folder, so nothing was read.',
    'folder/not-picked':
      'You have not picked this folder since Gatehouse started. Attach it again.',
    'folder/unreadable':
      'This folder cannot be read. Check that it exists and that you may open it.',
    'folder/too-slow':
      'This folder could not be listed in time. Check that its disk is connected, or choose a folder in it.',
    'workspace/not-absolute': 'This is not an absolute folder path.',
    'workspace/search-failed':
      'Could not read {{path}}. Check that it exists and that you have permission to open it.',
    'ask/not-as-shown':
      'Nothing was sent, because it would have differed from what this window showed. Review the request again, then decide.',
    'audit/retention-changed':
      'The retention setting changed in the meantime. Your change was not applied.',
    'audit/not-written':
      'The activity could not be written to this file. Check that its folder can be written to and has free space, then export again.',
    'ask/draft-too-large':
      'What you wrote here is too long to be kept: reloading this window would lose it. Send it or shorten it.',
    'ask/failed': 'Something went wrong in Gatehouse. Try again.',
    'sampling/stopped': 'You stopped the model before it wrote anything.',
    'sampling/unusable-arguments':
      'The model called “{{tool}}” with arguments that cannot be used. Run it again.',
    'ask/not-pending': 'This request was already answered or withdrawn. Nothing has changed.',
    'ask/not-by-person':
      'Gatehouse did not detect a click or key press from you in its window. Try again.',
    'consent/too-many': 'Other decisions are waiting for you. Answer them first, then try again.',
    'provider/not-allowed': 'You did not allow this address. Nothing was sent to it.',
    'ask/other-workspace': 'The chat is no longer in this workspace, so nothing was allowed.',
    'workspace/permissions-changed':
      'The permissions of this workspace have changed, so the chat was not moved. Try again.',
    'workspace/not-allowed': 'You did not pick or allow these folders. Nothing was done with them.',
    'grant/not-found': 'This permission is no longer in the list.',
    'grant/no-read-only-tools':
      'This server declares no tool as read-only and closed to the outside world, so there are no tools to allow as a group.',
    'grant/no-tools': 'The tools of this server are not known yet. Start it first.',
    'grant/declared-otherwise':
      'The server declares that this tool does more than read, so it cannot be marked. Allow the tool by itself.',
    'grant/too-much-to-read':
      'The names of these tools are too much to review at once. Allow the tools one by one.',
    'sampling/unknown-model':
      'One of the models was disconnected or changed while you were deciding, so your change was not saved. Review it again.',
    'data-flow/server-changed':
      'One of the servers, or the rule, changed while you were deciding, so your change was not saved. Review it again.',
    'instructions/none': 'The server no longer provides instructions.',
    'instructions/too-long':
      'Instructions of one server may have 16,000 characters, of all servers together 64,000. Nothing was allowed.',
    'instructions/changed':
      'The server or its instructions changed while you were deciding, so nothing was allowed. Review them again.',
    'sampling/server-changed':
      'The server or its permissions changed while you were deciding, so your change was not saved. Review it again.',
    'grant/server-changed':
      'A server or its tools changed while you reviewed them, so nothing was allowed. Review them again.',
    'import/not-picked': 'You did not drop or pick this file, so it was not read. Drop it again.',
    'catalogue/unreachable':
      '{{host}} could not be reached. Check your connection and the network settings, then search again.',
    'catalogue/refused': '{{host}} gave no list of servers (status {{status}}). Try again later.',
    'import/over': 'This import has ended or expired. Close it and import again.',
    'import/server-gone':
      'A selected server is no longer in the imported configuration. Select again.',
    'import/input-missing': 'A selected server needs a value. Enter it, or deselect the server.',
    'import/invalid':
      '{{name}} cannot be added with these values ({{at}}). Change them, or deselect the server.',
    'import/too-much-to-read':
      'These servers are too much to review at once. Together they may have up to 1,048,576 characters, including up to 8,000 line breaks and invisible characters. Select fewer servers.',
    'import/own-value':
      'The value of {{name}} is not shown: it comes from your environment, or no value was given.',
    'import/folder-empty':
      '{{folder}} contains no .vscode/mcp.json, .cursor/mcp.json or .mcp.json. Choose a project folder that has one, or choose a file.',
    'chat/import-refused': {
      'not-a-chat': 'This is not a chat that Gatehouse exported. Choose a .chat.jsonl file.',
      'no-export':
        'This file has no chats of ChatGPT or Claude. Choose the archive that you downloaded, or the conversations.json in it.',
      changed: 'This file changed while it was open. Import it again.',
      newer:
        'A newer version of Gatehouse exported this chat. Update Gatehouse, then import it again.',
      'too-large': 'This file exceeds the size limit for a chat. Nothing was imported.',
      cut: 'The end of this file is missing. Nothing was imported. Export the chat again.',
      damaged:
        'Line {{line}} of this file is damaged. Nothing was imported. Export the chat again.',
      other: 'This file could not be imported. Nothing was imported.',
    },
  },
  withProviderMessage: '{{problem}} Provider message: {{detail}}',
  withWait: '{{problem}} The provider asks you to wait {{time}}.',
  connection: {
    'command-not-found':
      '{{name}} could not start: “{{command}}” was not found. Install it, or set the full path.',
    'command-not-executable':
      '{{name}} could not start: “{{command}}” is not executable. Change its permissions, or set another command.',
    'directory-missing':
      '{{name}} could not start: its working directory does not exist. Create it, or set another directory.',
    'secret-missing':
      '{{name}} was not started: a secret it needs is missing from the keychain ({{detail}}). Enter it again in the server’s settings.',
    'keychain-locked':
      '{{name}} was not started: the keychain is locked, so a secret it needs ({{detail}}) cannot be read. Unlock the keychain, then start the server again. There is no need to enter the secret again.',
    'keychain-unavailable':
      '{{name}} was not started: the keychain cannot be used right now, so a secret it needs ({{detail}}) cannot be read. Settings > Keychain explains why. You can also enter the secret again for this session.',
    'secret-elsewhere':
      '{{name}} was not started: a secret ({{detail}}) was given to another program or address. Enter it again in the server’s settings.',
    'launch-changed':
      '{{name}} was not started: what would run differs from what you allowed. Review it and allow it again.',
    'no-workspace-folder':
      '{{name}} was not started: it needs the folder of a workspace, and no workspace has one. Add a folder in Workspaces, then start it again.',
    'preparation-timeout':
      '{{name}} was not started: its command, files, secrets or proxy could not be read within {{seconds}} s. Check the keychain, the proxy and network folders, then start it again.',
    exited: '{{name}} exited. Its last lines of output may explain why.',
    'no-response':
      '{{name}} did not respond within {{seconds}} s. It may not be an MCP server, or it needs more time to start.',
    'bad-output':
      '{{name}} printed something other than MCP messages. A server may write only messages to standard output; logs belong on standard error.',
    unreachable: 'Could not reach {{name}}. Check the URL and that the server is running.',
    tls: 'Could not connect to {{name}} securely. Its certificate is not trusted or does not match the address. If your organization has its own certificate authority, add its file in the server’s settings.',
    proxy:
      'Could not reach {{name}} through the proxy {{detail}}. Check the proxy in the server’s settings, in Settings, Network, or in your system settings.',
    'ca-file':
      'The certificate authority file for {{name}} cannot be used. Choose a PEM file in the server’s settings, or remove it.',
    'http-status':
      '{{name}} responded with HTTP {{status}} instead of MCP. Check the path in the URL and the headers.',
    'sign-in-needed':
      '{{name}} requires you to sign in. If you have a token, add it as an Authorization header.',
    redirected:
      '{{name}} redirected the connection to another address, and Gatehouse does not follow redirects. Set the final URL.',
    'version-unsupported':
      '{{name}} and Gatehouse have no protocol version in common. Choose another protocol setting, or update the server or Gatehouse.',
    protocol:
      '{{name}} violated the MCP protocol. Update the server, or report this to its author.',
    internal:
      '{{name}} could not be started because of an error in Gatehouse. See the log in the data folder for details.',
  },
  withServiceMessage: '{{problem}} The service said: “{{said}}”',
  signInMismatch:
    'You were not signed in to {{name}}: in the metadata of its sign-in, {{field}} is {{found}}, and {{expected}} was expected. Whoever runs the server has to correct this. If you have a token, you can add it as an Authorization header.',
  signInClientMismatch:
    'You were not signed in to {{name}}: the client in its settings is for {{expected}}, and the server sends you to {{found}}. Change the client in the settings if the server has moved.',
  signInIssMismatch:
    'You were not signed in to {{name}}: the response named {{found}} as its issuer, and {{expected}} was expected, so it was not used. Sign in again. If this happens again, whoever runs the sign-in has to correct it.',
  signInIssMissing:
    'You were not signed in to {{name}}: the response named no issuer, and {{expected}} was expected, so it was not used. Sign in again. If this happens again, whoever runs the sign-in has to correct it.',
  signInRedirect:
    'You were not signed in to {{name}}: the service does not accept {{address}} as the address where your browser returns. Choose another way back, or enter a client that is registered there.',
  signInMissing:
    'You were not signed in to {{name}}: the metadata of its sign-in has no {{field}}, and {{expected}} was expected. Whoever runs the server has to correct this. If you have a token, you can add it as an Authorization header.',
  signIn: {
    refused: 'You did not sign in to {{name}}. Select Retry when you want to.',
    denied: 'You were not signed in to {{name}}: the authorization server denied access.',
    'timed-out': 'The sign-in to {{name}} was not finished in time. Select Retry to start again.',
    unsafe:
      'The sign-in to {{name}} was stopped, because an address or a response cannot be trusted. See the log for which one.',
    unsupported:
      '{{name}} requires you to sign in, and offers no sign-in that Gatehouse can use. If you have a token, add it as an Authorization header.',
    unreachable: 'Could not reach the service that signs you in to {{name}}. Try again later.',
    rejected:
      'The service that signs you in to {{name}} rejected the request. See the log for the cause. If you have a token, you can add it as an Authorization header.',
    locked:
      'Your sign-in to {{name}} is in a keychain that cannot be read now. Unlock it, then retry.',
    'port-in-use':
      'You cannot sign in to {{name}}: another program or another sign-in is listening at {{address}}, where your browser would return. End it, or choose another port in the server’s settings, under Advanced.',
  },
  unreachable: {
    refused:
      'Could not reach {{name}}: nothing is listening at this address. Start the server, or check the port.',
    'name-unknown':
      'Could not reach {{name}}: its host name was not found. Check the spelling and your network connection.',
    'bad-port':
      'Could not reach {{name}}: its port is reserved for another service and cannot be used for HTTP. Choose another port.',
    'timed-out':
      'Could not reach {{name}}: the address did not respond in time. Check it and your network connection.',
    reset:
      'Could not reach {{name}}: the connection was closed. Check the URL and that the server is running.',
  },
  detail: {
    code: 'Error code: {{code}}',
    response: 'Response from the server:',
    output: 'Output of the server:',
  },
  httpStatus: {
    busy: '{{name}} is receiving too many requests (HTTP {{status}}).',
    down: '{{name}} is temporarily unavailable (HTTP {{status}}).',
    error:
      '{{name}} has an internal error (HTTP {{status}}). Check its log, or ask whoever runs it.',
    forbidden:
      '{{name}} denied access (HTTP {{status}}). Check the key or token in the headers, and what it allows.',
  },
  invalidResponse:
    '{{name}} sent a response that is not MCP. Check that the URL is an MCP endpoint; many end in /mcp.',
  exitedWithCode:
    '{{name}} exited with code {{exitCode}}. Its last lines of output may explain why.',
  exitedBySignal: '{{name}} was terminated by signal {{signal}}.',
  model: {
    'no-model': 'The model of this chat is no longer connected. Choose another model.',
    'key-missing':
      'The provider needs a key or a header that is not set, or missing from the keychain. Enter it in Settings > Models.',
    'keychain-locked':
      'The keychain is locked, so the key cannot be read. Unlock the keychain and retry. There is no need to enter the key again.',
    'keychain-unavailable':
      'The keychain cannot be used right now, so the key cannot be read. Settings > Keychain explains why. You can also enter the key again for this session.',
    'key-elsewhere':
      'The key or a header was given to another address. Enter it again to send it to this one.',
    'key-refused': 'The provider rejected the key. Check it, or enter a new one.',
    'model-not-found': 'The provider does not have this model. Choose another model.',
    'rate-limited': 'The provider is receiving too many requests. Wait a moment and retry.',
    'quota-exhausted':
      'The quota of this account is used up. Check your account with the provider.',
    overloaded: 'The provider is overloaded. Retry in a moment.',
    'context-too-long':
      'This exceeds the model’s context window, even with less of the chat. Retry to leave out more, unpin messages, remove attachments, turn off tools, or choose a model with a larger context. If the context size shown for the model is wrong, correct it in Settings, Models.',
    'tools-unsupported': 'This model cannot use tools. Choose another model.',
    'bad-request': 'The provider rejected the request. Try another model.',
    unreachable: 'Could not reach the provider. Check its address and that it is running.',
    'proxy-failed':
      'Could not reach the provider through the proxy. Check the proxy and the certificates in Settings, Network.',
    'proxy-refused':
      'The proxy wants another user name or password. Check the proxy in Settings, Network.',
    'certificate-untrusted':
      'The certificate of the provider is not trusted. If your organization has a certificate authority of its own, add it in Settings, Network.',
    'timed-out': 'The provider did not respond in time. Retry in a moment.',
    truncated: 'The provider ended the answer early. The part received is kept.',
    filtered:
      'The provider filtered the message or the answer, or the model refused. Edit the message, or choose another model.',
    'empty-answer': 'The model sent an empty answer. Retry, or choose another model.',
    'call-in-text':
      'The model wrote a tool call as text, so nothing was run. You can run it as a call.',
    'data-policy':
      'No provider fits the data policy of your account. Change the privacy settings of your account, or choose another model.',
    'region-unsupported':
      'The provider does not offer this model in your country or region. Choose another provider.',
    'length-limit': 'The answer hit the output limit.',
    'too-much': 'The answer exceeded the size limit and was ended. The part received is kept.',
    'cost-limit':
      'This chat has reached its cost limit. Raise it in the settings of the chat to continue.',
    'turn-too-large':
      'The tool results of this turn exceed its size limit. Send a new message to continue.',
    'invalid-response': 'The address responded, but not as a supported model API. Check the URL.',
    redirected:
      'The provider redirected the request to another address, and Gatehouse does not follow redirects. Set the final address.',
    'server-error': 'The provider returned HTTP {{status}}. Retry in a moment.',
    'server-error-without-status': 'The provider reported an error. Retry in a moment.',
    internal:
      'The answer ended because of an error in Gatehouse. See the log in the data folder for details.',
  },
  /** In place of the words of the code, where the reason is known. */
  modelReason: {
    'no-such-address':
      'The provider has nothing at this address. Check the base URL in Settings > Models; most end with /v1.',
    'key-not-permitted':
      'The provider does not allow this with the key that is set. Check what the key may be used for.',
    'web-page':
      'The address sent a web page instead of an answer. A proxy may be in between, or the URL is wrong.',
    'unreadable-call':
      'The model wrote a tool call that cannot be read, so nothing was run. Retry, or choose another model.',
    'no-credit':
      'Your account with the provider has no credit left. Top it up with the provider, or choose another model.',
  },
}
