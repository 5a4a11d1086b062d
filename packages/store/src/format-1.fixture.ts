/**
 * Rows of format 1, word for word. Not made with the domain's types on purpose: a schema that no longer reads these
 * rows needs a default or a migration.
 */
export const formatOneRows = `
  INSERT INTO servers (id, json) VALUES ('s1', '{"id":"s1","name":"Files","hue":2,"transport":{"kind":"stdio","command":"npx","args":["-y","x"],"env":[{"name":"TOKEN","value":{"kind":"secret","ref":"server/s1/env/TOKEN"}}]},"protocol":"auto","start":"launch","requestTimeoutMs":60000,"createdAt":1700000000000}');
  INSERT INTO server_tools (server_id, json) VALUES ('s1', '[{"name":"read_file","inputSchema":{"type":"object"}}]');
  INSERT INTO providers (id, json) VALUES ('p1', '{"id":"p1","kind":"anthropic","name":"Anthropic","baseUrl":"https://api.anthropic.com","local":false,"hasKey":true,"models":[],"createdAt":1700000000000}');
  INSERT INTO conversations (id, updated_at, json) VALUES ('c1', 1700000000000, '{"id":"c1","title":"First","titled":false,"model":{"providerId":"p1","modelId":"m"},"serverIds":null,"draft":"unsent","createdAt":1700000000000,"updatedAt":1700000000000}');
  INSERT INTO turns (id, conversation_id, status, json) VALUES ('t1', 'c1', 'running', '{"id":"t1","conversationId":"c1","origin":"message","status":"running","model":{"providerId":"p1","modelId":"m"},"step":1,"stepLimit":20,"failure":null,"superseded":false,"startedAt":1700000000000,"endedAt":null}');
  INSERT INTO entries (turn_id, ordinal, id, json) VALUES
    ('t1', 1, 'e1', '{"kind":"user-message","id":"e1","text":"hello","createdAt":1700000000000}'),
    ('t1', 2, 'e2', '{"kind":"assistant-message","id":"e2","step":1,"text":"I will look.","reasoning":"","status":"complete","createdAt":1700000000000}'),
    ('t1', 3, 'e3', '{"kind":"tool-call","id":"e3","step":1,"callId":"call_1","origin":"model","serverId":"s1","serverName":"Files","serverHue":2,"toolName":"read_file","toolTitle":"read_file","proposedArguments":{"path":"/a"},"arguments":{"path":"/a"},"status":"running","createdAt":1700000000000}');
  INSERT INTO grants (id, conversation_id, server_id, tool_name, json) VALUES ('g1', 'c1', 's1', '"read_file"', '{"id":"g1","conversationId":"c1","serverId":"s1","toolName":"read_file","definitionHash":"00","createdAt":1700000000000}');
  INSERT INTO audit (id, json) VALUES ('a1', '{"id":"a1","at":1700000000000,"kind":"server-added","serverId":"s1","serverName":"Files","serverHue":2,"conversationId":null,"entryId":null,"subject":"npx -y x","decision":"none","edited":false,"outcome":"none","durationMs":null}');
  INSERT INTO settings (id, json) VALUES (1, '{"theme":"dark","language":"en","dismissedCards":[],"defaultModel":null,"stepLimit":20}');
`
