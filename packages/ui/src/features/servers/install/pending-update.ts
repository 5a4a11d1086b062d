/** Key of a mend that has what is installed for a server fetched again, once its page is drawn. */
export const pendingUpdateKey = (serverId: string): string => `update ${serverId}`
