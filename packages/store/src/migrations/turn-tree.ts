/** Format 10: turns are a tree. What was tried again had a mark; it is a sibling of the try that came after it. */
export const turnTree = `
      ALTER TABLE turns ADD COLUMN parent_id TEXT;
      ALTER TABLE turns ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
      -- Of the turns with one parent, the one that was shown last.
      ALTER TABLE turns ADD COLUMN chosen INTEGER NOT NULL DEFAULT 1;
      -- On the branch that the chat shows: chosen, like all turns above it.
      ALTER TABLE turns ADD COLUMN active INTEGER NOT NULL DEFAULT 1;
      -- Bytes of its entries.
      ALTER TABLE turns ADD COLUMN size INTEGER NOT NULL DEFAULT 0;

      WITH marked AS (
        SELECT seq, conversation_id,
          coalesce(CASE WHEN json_valid(json) THEN json_extract(json, '$.superseded') END, 0) = 0
            OR lead(seq) OVER (PARTITION BY conversation_id ORDER BY seq) IS NULL AS kept
        FROM turns
      ), placed AS (
        SELECT seq, kept,
          max(CASE WHEN kept THEN seq END) OVER before AS parent_seq,
          coalesce(sum(kept) OVER before, 0) AS depth
        FROM marked
        WINDOW before AS (
          PARTITION BY conversation_id ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        )
      )
      UPDATE turns SET
        parent_id = (SELECT id FROM turns AS parents WHERE parents.seq = placed.parent_seq),
        depth = placed.depth, chosen = placed.kept, active = placed.kept
      FROM placed WHERE placed.seq = turns.seq;
      UPDATE turns SET size =
        coalesce((SELECT sum(octet_length(json)) FROM entries WHERE turn_id = turns.id), 0);

      DROP INDEX turns_of_conversation;
      CREATE UNIQUE INDEX turns_shown ON turns (conversation_id, depth) WHERE active = 1;
      CREATE INDEX turns_of_parent ON turns (conversation_id, parent_id, seq);
      CREATE TRIGGER entry_adds_to_size AFTER INSERT ON entries BEGIN
        UPDATE turns SET size = size + octet_length(new.json) WHERE id = new.turn_id;
      END;
      CREATE TRIGGER entry_changes_size AFTER UPDATE OF json ON entries BEGIN
        UPDATE turns SET size = size - octet_length(old.json) + octet_length(new.json)
        WHERE id = new.turn_id;
      END;
    `
