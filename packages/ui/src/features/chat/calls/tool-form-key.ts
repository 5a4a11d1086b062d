/** Returns the key under which a tool's form is kept until it runs or is discarded. */
export function toolFormKey(serverId: string, toolName: string): string {
  return `tool-form ${serverId} ${toolName}`
}

/** Where is kept which form is open in a chat. */
export function runToolKey(conversationId: string): string {
  return `run-tool ${conversationId}`
}
