/** Rows of format 32, word for word: two chats, all of it indexed, with the fields of search filters. */
export const formatThirtyTwoRows = `
  INSERT INTO conversations (id, updated_at, json) VALUES
    ('c32', 1700000000000,
    '{"id":"c32","title":"Old","titled":true,"model":null,"serverIds":null,"workspaceId":null,"draft":"","createdAt":1700000000000,"updatedAt":1700000000000}'),
    ('d32', 1700000000000,
    '{"id":"d32","title":"Older","titled":true,"model":null,"serverIds":null,"workspaceId":null,"draft":"","createdAt":1700000000000,"updatedAt":1700000000000}');
  INSERT INTO turns (id, conversation_id, parent_id, depth, status, json, chosen, active) VALUES
    ('t32', 'c32', NULL, 0, 'done', '{"id":"t32","conversationId":"c32","origin":"message","status":"done","model":{"providerId":"p1","modelId":"gpt-old"},"step":1,"stepLimit":20,"failure":null,"startedAt":1700000000000,"endedAt":1700000009000}', 1, 1),
    ('w32', 'd32', NULL, 0, 'done', '{"id":"w32","conversationId":"d32","origin":"message","status":"done","model":{"providerId":"p1","modelId":"gpt-old"},"step":1,"stepLimit":20,"failure":null,"startedAt":1700000000000,"endedAt":1700000009000}', 1, 1);
  INSERT INTO entries (seq, turn_id, ordinal, id, json) VALUES
    (1, 't32', 1, 'u32', '{"kind":"user-message","id":"u32","text":"walk in Bern","createdAt":1700000000000}'),
    (2, 'w32', 1, 'v32', '{"kind":"user-message","id":"v32","text":"a diagnosis nobody knows","createdAt":1700000000000}');
  INSERT INTO search_values (id, kind, key, json) VALUES (1, 'model', '"gpt-old"', '"gpt-old"');
  INSERT INTO entry_times (entry_seq, at) VALUES (1, 1700000000000), (2, 1700000000000);
  INSERT INTO entry_words (rowid, words) VALUES
    (1, '\u{E000}ku \u{E000}d202311 \u{E000}m1 walk in Bern'),
    (2, '\u{E000}ku \u{E000}d202311 \u{E000}m1 a diagnosis nobody knows');
`
