/** Where each thing that main owns lives in the query cache. */
export const queryKeys = {
  appInfo: ['app-info'],
  settings: ['settings'],
  vault: ['vault'],
  servers: ['servers'],
  serverTools: (id: string) => ['server-tools', id],
  serverLogs: (id: string) => ['server-logs', id],
  serverFrames: (id: string) => ['server-frames', id],
  conversations: ['conversations'],
  conversation: (id: string) => ['conversation', id],
  asks: ['asks'],
  askHistory: ['ask-history'],
  providers: ['providers'],
  discovered: ['discovered'],
} as const
