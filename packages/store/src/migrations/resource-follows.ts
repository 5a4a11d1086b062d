/** Format 31: which resources that are attached in chats are followed, and which of them changed since. */
export const resourceFollows = `
  CREATE TABLE resource_follows (
    seq INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    attachment_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    is_changed INTEGER NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (conversation_id, attachment_id)
  ) STRICT;
  CREATE INDEX follows_of_server ON resource_follows (server_id, is_changed, seq);
`
