/** Format 16: what is attached to a draft, and to which files it refers. Messages may have attachments, which earlier versions would lose. */
export const draftAttachments = `
      CREATE TABLE draft_attachments (
        seq INTEGER PRIMARY KEY,
        conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        id TEXT NOT NULL UNIQUE,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX attachments_of_draft ON draft_attachments (conversation_id, seq);
      CREATE TABLE draft_blobs (
        attachment_seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (attachment_seq, hash)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX drafts_of_blob ON draft_blobs (hash);
      CREATE TRIGGER blobs_go_with_attachment AFTER DELETE ON draft_attachments BEGIN
        DELETE FROM draft_blobs WHERE attachment_seq = old.seq;
      END;
    `
