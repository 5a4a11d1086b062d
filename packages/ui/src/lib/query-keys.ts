/** Where each thing that main owns lives in the query cache. */
export const queryKeys = {
  appInfo: ['app-info'],
  settings: ['settings'],
  vault: ['vault'],
  servers: ['servers'],
  serverTools: (id: string) => ['server-tools', id],
  serverLogs: (id: string) => ['server-logs', id],
  serverFrames: (id: string) => ['server-frames', id],
  serverPrompts: (id: string) => ['server-prompts', id],
  serverResources: (id: string) => ['server-resources', id],
  serverTemplates: (id: string) => ['server-templates', id],
  resourceReading: (id: string, uri: string) => ['resource-reading', id, uri],
  /** URIs of which the server said that they changed, until the person looked. */
  changedResources: (id: string) => ['changed-resources', id],
  conversations: ['conversations'],
  conversation: (id: string) => ['conversation', id],
  asks: ['asks'],
  askHistory: ['ask-history'],
  providers: ['providers'],
  discovered: ['discovered'],
} as const
