/** Rows of format 31, word for word: a turn that a second model continued, with a call, all of it indexed. */
export const formatThirtyOneRows = `
  INSERT INTO conversations (id, updated_at, json) VALUES ('c31', 1700000000000,
    '{"id":"c31","title":"Old","titled":true,"model":null,"serverIds":null,"workspaceId":null,"draft":"","createdAt":1700000000000,"updatedAt":1700000000000}');
  INSERT INTO turns (id, conversation_id, parent_id, depth, status, json, chosen, active) VALUES
    ('t31', 'c31', NULL, 0, 'done', '{"id":"t31","conversationId":"c31","origin":"message","status":"done","model":{"providerId":"p1","modelId":"gpt-old"},"step":2,"stepLimit":20,"failure":null,"startedAt":1700000000000,"endedAt":1700000009000}', 1, 1);
  INSERT INTO turn_settings (turn_id, step, json) VALUES ('t31', 1,
    '{"step":1,"providerId":"p1","providerName":"P","source":{"kind":"openai-compatible","baseUrl":"http://127.0.0.1:11434/v1","modelId":"gpt-first"},"parameters":{"maxOutputTokens":4096},"system":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","tools":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}');
  INSERT INTO entries (turn_id, ordinal, id, json) VALUES
    ('t31', 1, 'u31', '{"kind":"user-message","id":"u31","text":"walk in Bern","createdAt":1700000000000}'),
    ('t31', 2, 'a31', '{"kind":"assistant-message","id":"a31","step":1,"text":"I look for walks in Bern.","reasoning":"","status":"complete","createdAt":1700000001000}'),
    ('t31', 3, 'k31', '{"kind":"tool-call","id":"k31","step":1,"callId":"call_1","origin":"model","serverId":"s1","serverName":"Maps","serverHue":3,"toolName":"find_walk","toolTitle":"Find a walk","proposedArguments":{"near":"Bern"},"arguments":{"near":"Bern"},"status":"done","result":{"isError":false,"content":[{"type":"text","text":"Gurten"}]},"createdAt":1700000002000,"endedAt":1700000003000}');
  INSERT INTO entry_words (rowid, words) SELECT seq, 'walk walks Bern Maps find_walk' FROM entries;
`
