/** Format 30: which chats have which tag, as their records say, so that a search can be narrowed by it. */
export const chatTags = `
  CREATE TABLE conversation_tags (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (conversation_id, tag)
  ) STRICT, WITHOUT ROWID;
`
