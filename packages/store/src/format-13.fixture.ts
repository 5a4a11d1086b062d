/** Rows of format 13, word for word: a chat with a result that is partly in a file, and a grant. */
export const formatThirteenRows = `
  INSERT INTO conversations (id, updated_at, json) VALUES ('c13', 1700000000000,
    '{"id":"c13","title":"Chat","titled":true,"model":{"providerId":"p1","modelId":"m"},"serverIds":null,"draft":"","createdAt":1700000000000,"updatedAt":1700000000000}');
  INSERT INTO turns (id, conversation_id, parent_id, depth, status, json, chosen, active) VALUES ('t13', 'c13', NULL, 0, 'done',
    '{"id":"t13","conversationId":"c13","origin":"message","status":"done","model":{"providerId":"p1","modelId":"m"},"step":2,"stepLimit":20,"failure":null,"startedAt":1700000000000,"endedAt":1700000001000}', 1, 1);
  INSERT INTO entries (turn_id, ordinal, id, json) VALUES
    ('t13', 1, 'u13', '{"kind":"user-message","id":"u13","text":"Read it","createdAt":1700000000000}'),
    ('t13', 2, 'm13', '{"kind":"assistant-message","id":"m13","step":1,"text":"Reading.","reasoning":"I look.","status":"complete","createdAt":1700000000000}'),
    ('t13', 3, 'k13', '{"kind":"tool-call","id":"k13","step":1,"callId":"c","origin":"model","serverId":"s1","serverName":"files","serverHue":0,"toolName":"read_file","toolTitle":"Read","proposedArguments":{},"arguments":{},"status":"done","decision":{"kind":"allow-in-chat","by":"person","at":1700000000100,"grantId":"g13","serverIdentity":"who","definition":"what"},"result":{"isError":false,"content":[{"type":"text","text":"beginning","kept":{"hash":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","bytes":9000,"mimeType":"text/plain","characters":9000}}]},"createdAt":1700000000000,"endedAt":1700000000500}');
  INSERT INTO entry_blobs (entry_seq, hash) SELECT seq, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' FROM entries WHERE id = 'k13';
  INSERT INTO grants (id, conversation_id, server_id, tool_name, json) VALUES ('g13', 'c13', 's1', '"read_file"',
    '{"id":"g13","conversationId":"c13","serverId":"s1","toolName":"read_file","definitionHash":"what","identity":"who","createdAt":1700000000100}');
  INSERT INTO audit (id, json) VALUES ('a13',
    '{"id":"a13","at":1700000000500,"kind":"tool-call","serverId":"s1","serverName":"files","serverHue":0,"conversationId":"c13","entryId":"k13","subject":"read_file","tool":{"name":"read_file","title":"Read","definition":"what"},"serverIdentity":"who","by":{"kind":"person"},"decision":"allow-in-chat","edited":false,"outcome":"done","durationMs":400}');
  UPDATE results_inline SET below = 0;
`
