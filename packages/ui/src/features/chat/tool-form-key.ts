/** Where what is filled in for a tool is kept until it runs or the form is discarded. */
export function toolFormKey(serverId: string, toolName: string): string {
  return `tool-form ${serverId} ${toolName}`
}

/** Where is kept which form is open in a chat. */
export function runToolKey(conversationId: string): string {
  return `run-tool ${conversationId}`
}
