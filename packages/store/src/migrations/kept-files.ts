/** Format 36: bytes of files that are kept from before calls wrote to them, by entry. */
export const keptFiles = `
  CREATE TABLE kept_files (
    entry_seq INTEGER PRIMARY KEY REFERENCES entries (seq) ON DELETE CASCADE,
    conversation_id TEXT NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX kept_files_of_conversation ON kept_files (conversation_id);
`
