/** Where a change of a server's settings that was chosen elsewhere is kept until its page is drawn. */
export const pendingMendKey = (serverId: string): string => `mend ${serverId}`
