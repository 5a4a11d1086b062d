/** One step of the file format. Steps are never changed once they are released. */
export interface Migration {
  /** The `user_version` of the file afterwards. */
  version: number
  sql: string
}

/**
 * JSON columns hold the domain's own shapes; columns beside them exist only for keys, order and
 * filters. `seq` keeps the order of the first save through later replacements.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE servers (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        json TEXT NOT NULL
      ) STRICT;

      CREATE TABLE server_tools (
        server_id TEXT PRIMARY KEY REFERENCES servers (id) ON DELETE CASCADE,
        json TEXT NOT NULL
      ) STRICT;

      CREATE TABLE providers (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        json TEXT NOT NULL
      ) STRICT;

      CREATE TABLE conversations (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        updated_at INTEGER NOT NULL,
        removed INTEGER NOT NULL DEFAULT 0,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX conversations_latest ON conversations (removed, updated_at DESC, seq DESC);

      CREATE TABLE turns (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        status TEXT NOT NULL,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX turns_of_conversation ON turns (conversation_id, seq);
      CREATE INDEX turns_running ON turns (status) WHERE status = 'running';

      CREATE TABLE entries (
        seq INTEGER PRIMARY KEY,
        turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        ordinal INTEGER NOT NULL,
        id TEXT NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (turn_id, ordinal),
        UNIQUE (turn_id, id)
      ) STRICT;

      CREATE TABLE grants (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        server_id TEXT NOT NULL,
        tool_name TEXT NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (conversation_id, server_id, tool_name)
      ) STRICT;
      CREATE INDEX grants_of_server ON grants (server_id);

      CREATE TABLE audit (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        json TEXT NOT NULL
      ) STRICT;

      CREATE TABLE settings (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        json TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 2,
    sql: `
      CREATE TABLE workspaces (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        removed INTEGER NOT NULL DEFAULT 0,
        json TEXT NOT NULL
      ) STRICT;

      CREATE TABLE roots_asked (
        server_id TEXT PRIMARY KEY
      ) STRICT;
    `,
  },
  {
    version: 3,
    sql: `
      CREATE TABLE server_verdicts (
        server_id TEXT PRIMARY KEY REFERENCES servers (id) ON DELETE CASCADE,
        json TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 4,
    sql: `
      CREATE TABLE tasks (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        json TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 5,
    sql: `
      CREATE TABLE server_lists (
        server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (server_id, name)
      ) STRICT;
    `,
  },
  {
    // A grant says for which server it was given; what was given before says it for none.
    version: 6,
    sql: `UPDATE grants SET json = json_set(json, '$.identity', '');`,
  },
  {
    version: 7,
    sql: `
      CREATE TABLE entry_pieces (
        -- entries.seq * 1048576 and the piece's number: one dense tree, to whose end is written.
        id INTEGER PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT;
      CREATE TRIGGER pieces_go_with_entry AFTER DELETE ON entries BEGIN
        DELETE FROM entry_pieces WHERE id BETWEEN old.seq * 1048576 AND old.seq * 1048576 + 1048575;
      END;
    `,
  },
  {
    // Calls and records may say that an outcome is unknown, which earlier versions cannot read.
    version: 8,
    sql: `SELECT 1;`,
  },
  {
    // What was decided about folders, and what runs at a server, says for whom; of before, for nobody.
    version: 9,
    sql: `
      ALTER TABLE roots_asked ADD COLUMN identity TEXT NOT NULL DEFAULT '';
      UPDATE tasks SET json = json_set(json, '$.identity', '');
    `,
  },
  {
    // Turns are a tree. What was tried again had a mark; it is a sibling of the try that came after it.
    version: 10,
    sql: `
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
          json_extract(json, '$.superseded') = 0
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
    `,
  },
  {
    // Words are found in what is written from now on; what was there before is taken in little by little.
    version: 11,
    sql: `
      CREATE VIRTUAL TABLE entry_words USING fts5 (
        words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
      );
      -- What is removed for good is overwritten, here too.
      INSERT INTO entry_words (entry_words, rank) VALUES ('secure-delete', 1);
      -- Entries whose seq is below this one are not taken in yet.
      CREATE TABLE entry_words_missing (below INTEGER NOT NULL) STRICT;
      INSERT INTO entry_words_missing SELECT coalesce(max(seq) + 1, 0) FROM entries;
      CREATE TRIGGER words_go_with_entry AFTER DELETE ON entries BEGIN
        DELETE FROM entry_words WHERE rowid = old.seq;
      END;
    `,
  },
]
