/** What runs without asking, and what is asked about. */
export const permissions = {
  title: 'Permissions',
  bound:
    'Valid for this exact program or address and tool definition. A change of either voids a permission.',
  columns: { tool: 'Tool', where: 'Where', since: 'Since', used: 'Used', actions: 'Actions' },
  where: {
    chat: 'This chat: {{chat}}',
    workspace: 'Workspace: {{workspace}}',
    always: 'All chats',
  },
  goneChat: 'deleted chat',
  goneWorkspace: 'deleted workspace',
  from: 'in “{{chat}}”',
  used_one: 'once',
  used_other: '{{number}} times',
  usedLast: 'last {{at}}',
  unused: 'never',
  void: 'not in effect',
  voided: {
    'server-changed': 'The server’s program or address has changed since. You will be asked again.',
    'tool-changed': 'The tool has changed or is gone since. You will be asked again.',
    'outcome-unknown': 'The outcome of one of its calls is unknown. You will be asked again.',
  },
  revoke: 'Revoke',
  revokeOne: 'Revoke the permission for {{tool}}',
  revokeAll: 'Revoke all',
  none: 'No permissions',
  noneNote:
    'Every call is asked about. Choose “Allow in this chat” or “Always allow” when a tool waits for you, and it is listed here.',
  noneAnywhere:
    'Every call of every server is asked about. Choose “Allow in this chat” or “Always allow” when a tool waits for you, and it is listed here.',
  open: 'Open the permissions of {{server}}',
  group_one: '{{count}} read-only tool',
  group_other: '{{count}} read-only tools',
  groupVoid_one: '{{count}} not in effect',
  groupVoid_other: '{{count}} not in effect',
  revokeGroup: 'Revoke the permission for all read-only tools',
  readOnly: {
    label: 'Allow read-only tools without asking',
    note: 'For a server you trust. Read-only is what the server says of its tools; Gatehouse cannot check it. You see the list first.',
    count_one:
      'The server declares {{count}} of its {{all}} tools read-only and closed to the outside world.',
    count_other:
      'The server declares {{count}} of its {{all}} tools read-only and closed to the outside world.',
    nothing:
      'The server declares no tool read-only and closed to the outside world, so there is nothing to allow together.',
    unknown: 'The tools of this server are not known yet.',
    none: 'This server has no tools that a model can use.',
    notYet: 'The tools of this server are not known yet. Start it first.',
    left_one: '{{count}} of them is new or has changed since, so you are asked about it.',
    left_other: '{{count}} of them are new or have changed since, so you are asked about them.',
    voidAll:
      'The server’s program or address has changed since, so you are asked about every tool again.',
    again: 'Review again',
  },
  asked: {
    title: 'Asked each time',
    summary_one: '{{count}} tool',
    summary_other: '{{count}} tools',
    note: 'A tool that may change, delete or reach outside is asked about each time, unless you allow that very tool. If the server does not say, Gatehouse assumes that it may.',
    nothing: 'Every tool of this server is allowed in all chats.',
    exceptChats_one: 'except in {{count}} chat',
    exceptChats_other: 'except in {{count}} chats',
    destructive: 'may change or delete',
    openWorld: 'may reach outside',
    changes: 'may change things',
    readOnly: 'says: read-only',
  },
}
