/** Permissions as Gatehouse wrote them in format 15, word for word: in a chat, void, and everywhere. */
export const formatFifteenGrants = `
  INSERT INTO grants (id, scope, place, server_id, tool_name, json, uses, last_used_at) VALUES
    ('g1', 'chat', 'c1', 's1', '"read_file"', '{"id":"g1","scope":{"kind":"chat","conversationId":"c1"},"from":{"conversationId":"c1","entryId":"e3"},"serverId":"s1","toolName":"read_file","definitionHash":"what","identity":"who","createdAt":1700000000100}', 2, 1700000003000),
    ('g2', 'chat', 'c1', 's1', '"write"', '{"id":"g2","scope":{"kind":"chat","conversationId":"c1"},"serverId":"s1","toolName":"write","definitionHash":"what","identity":"who","unknownCall":"k9","createdAt":1700000000200}', 0, NULL),
    ('g3', 'always', '', 's1', '"list"', '{"id":"g3","scope":{"kind":"always"},"serverId":"s1","toolName":"list","definitionHash":"what","identity":"who","createdAt":1700000000300}', 0, NULL);
`
