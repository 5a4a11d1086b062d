/** @typedef {import('./tools.mjs').ServerTool} ServerTool */

/** @param {string} name @param {Record<string, object>} properties @returns {ServerTool} */
const mirror = (name, properties) => ({
  name,
  inputSchema: { type: 'object', properties },
  run: (_peer, params) => ({
    content: [{ type: 'text', text: JSON.stringify(params['arguments']) }],
  }),
})

/**
 * Tools whose arguments are mirrored into headers (MCP 2026-07-28, "Custom headers from tool parameters"); the
 * second one may not be offered over HTTP.
 * @type {ServerTool[]}
 */
export const headerParameterTools = [
  mirror('mirror', {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    city: { type: 'string', 'x-mcp-header': 'City' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    urgent: { type: 'boolean', 'x-mcp-header': 'Urgent' },
    note: { type: 'string' },
  }),
  mirror('mirror-badly', { price: { type: 'number', 'x-mcp-header': 'Price' } }),
]
