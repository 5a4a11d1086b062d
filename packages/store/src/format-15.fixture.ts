import { formatOneRows } from './format-1.fixture.ts'

/** Rows of format 15 for the same records: grants have another shape there. */
export const formatFifteenRows = `
  ${formatOneRows
    .split('\n')
    .filter((line) => !line.includes('INSERT INTO grants '))
    .join('\n')}
  INSERT INTO grants (id, scope, place, server_id, tool_name, json, uses) VALUES ('g1', 'chat', 'c1', 's1', '"read_file"',
    '{"id":"g1","scope":{"kind":"chat","conversationId":"c1"},"serverId":"s1","toolName":"read_file","definitionHash":"h","identity":"","createdAt":1700000000000}', 2);
`
