import { firstFormat } from './first-format.ts'
import { grantsByMode } from './grants-by-mode.ts'
import { grantsInScope } from './grants-in-scope.ts'
import { openEntries } from './open-entries.ts'
import { searchFilters } from './search-filters.ts'
import { turnTree } from './turn-tree.ts'

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
  { version: 1, sql: firstFormat },
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
    // A grant names the server that it was given for; earlier grants name none.
    version: 6,
    sql: `UPDATE grants SET json = json_set(json, '$.identity', '') WHERE json_valid(json);`,
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
    // Decisions about folders and runs at a server name whom they hold for; earlier ones name no one.
    version: 9,
    sql: `
      ALTER TABLE roots_asked ADD COLUMN identity TEXT NOT NULL DEFAULT '';
      UPDATE tasks SET json = json_set(json, '$.identity', '') WHERE json_valid(json);
    `,
  },
  { version: 10, sql: turnTree },
  {
    // Words are found in what is written from now on; what was there before is taken in little by little.
    version: 11,
    sql: `
      CREATE VIRTUAL TABLE entry_words USING fts5 (
        words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
      );
      -- Without effect on such a table: what is removed for good is overwritten by format 33.
      INSERT INTO entry_words (entry_words, rank) VALUES ('secure-delete', 1);
      -- Entries whose seq is below this one are not taken in yet.
      CREATE TABLE entry_words_missing (below INTEGER NOT NULL) STRICT;
      INSERT INTO entry_words_missing SELECT coalesce(max(seq) + 1, 0) FROM entries;
      CREATE TRIGGER words_go_with_entry AFTER DELETE ON entries BEGIN
        DELETE FROM entry_words WHERE rowid = old.seq;
      END;
    `,
  },
  {
    // What waits for the person; a row goes in the transaction that writes what came of it.
    version: 12,
    sql: `
      CREATE TABLE asks (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        json TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    // Large and binary parts of results are in files. What was there before is moved right after.
    version: 13,
    sql: `
      CREATE TABLE entry_blobs (
        entry_seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (entry_seq, hash)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX entries_of_blob ON entry_blobs (hash);
      CREATE TRIGGER blobs_go_with_entry AFTER DELETE ON entries BEGIN
        DELETE FROM entry_blobs WHERE entry_seq = old.seq;
      END;
      -- Results of entries whose seq is below this one are not moved yet.
      CREATE TABLE results_inline (below INTEGER NOT NULL) STRICT;
      INSERT INTO results_inline SELECT coalesce(max(seq) + 1, 0) FROM entries;
    `,
  },
  {
    // Beside turns and entries: what only a provider reads, and what a turn was made with.
    version: 14,
    sql: `
      CREATE TABLE provider_parts (
        entry_seq INTEGER PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT;
      CREATE TRIGGER provider_parts_go_with_entry AFTER DELETE ON entries BEGIN
        DELETE FROM provider_parts WHERE entry_seq = old.seq;
      END;
      -- From this step of the turn on; texts that many turns share are in kept_texts, by their hashes.
      CREATE TABLE turn_settings (
        turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        step INTEGER NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (turn_id, step)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE kept_texts (
        seq INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL
      ) STRICT;
    `,
  },
  { version: 15, sql: grantsInScope },
  {
    // What is attached to a draft, and to which files it refers. Messages may have attachments, which earlier versions
    // would lose.
    version: 16,
    sql: `
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
    `,
  },
  {
    // Grants keep what was allowed, word for word. They may be for tools that were allowed together, and
    // calls may say so: earlier versions cannot read that.
    version: 17,
    sql: `ALTER TABLE grants ADD COLUMN definition TEXT;`,
  },
  {
    // Each record holds the hash of the one before it, from here on; what was there before has none.
    version: 18,
    sql: `
      ALTER TABLE audit ADD COLUMN hash TEXT;
      CREATE TABLE audit_chain (begins INTEGER NOT NULL) STRICT;
      INSERT INTO audit_chain SELECT coalesce(max(seq), 0) + 1 FROM audit;
    `,
  },
  {
    // A chat may be in a workspace, and what is allowed in one counts there: earlier versions cannot read that.
    version: 19,
    sql: `UPDATE conversations SET json = json_set(json, '$.workspaceId', NULL) WHERE json_valid(json);`,
  },
  {
    // Permissions of servers to have models answer, and the tokens used. Records refer to them: earlier versions cannot
    // read that.
    version: 20,
    sql: `
      CREATE TABLE sampling_policies (
        server_id TEXT PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      -- A run of a model. Its tokens are the most that it can use until it is settled.
      CREATE TABLE sampling_runs (
        id TEXT PRIMARY KEY,
        server_id TEXT NOT NULL,
        -- YYYY-MM-DD of the local calendar.
        day TEXT NOT NULL,
        tokens INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sampling_runs_of_day ON sampling_runs (server_id, day, tokens);
    `,
  },
  {
    // Which HTTP transport a server has, and how a turn failed whose model sent an invalid response, are kept under the
    // names that the code has for them.
    version: 23,
    sql: `
      UPDATE servers SET json = json_set(json_remove(json, '$.transport.wire'),
          '$.transport.httpTransport', json_extract(json, '$.transport.wire'))
        WHERE CASE WHEN json_valid(json) THEN json_extract(json, '$.transport.wire') END IS NOT NULL;
      UPDATE turns SET json = json_set(json, '$.failure.code', 'invalid-response')
        WHERE instr(json, '"bad-answer"') > 0
          AND CASE WHEN json_valid(json) THEN json_extract(json, '$.failure.code') END = 'bad-answer';
    `,
  },
  {
    // The beginnings of words have indexes of their own: one letter was as dear as all words that begin with it.
    // Earlier messages are indexed again, in small steps.
    version: 24,
    sql: `
      DROP TABLE entry_words;
      CREATE VIRTUAL TABLE entry_words USING fts5 (
        words, content = '', contentless_delete = 1, prefix = '1 2 3',
        tokenize = 'unicode61 remove_diacritics 2'
      );
      INSERT INTO entry_words (entry_words, rank) VALUES ('secure-delete', 1);
      UPDATE entry_words_missing SET below = (SELECT coalesce(max(seq) + 1, 0) FROM entries);
    `,
  },
  {
    // Decisions of the person about text from one server for another. Calls and records refer to them: earlier versions
    // cannot read that.
    version: 25,
    sql: `
      CREATE TABLE data_flow_rules (
        -- Empty: files that the person attached.
        from_id TEXT NOT NULL,
        to_id TEXT NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (from_id, to_id)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    // Decisions of the person about the instructions of servers. Records refer to them: earlier versions cannot read
    // that.
    version: 26,
    sql: `
      CREATE TABLE server_instructions (
        server_id TEXT PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    // Definition and content of prompts when they were last sent. Drafts and messages refer to them: earlier versions
    // leave them out.
    version: 27,
    sql: `
      CREATE TABLE prompt_pins (
        -- Latest last: one that is sent again gets a new row.
        seq INTEGER PRIMARY KEY,
        server_id TEXT NOT NULL,
        prompt TEXT NOT NULL,
        -- The hash of the arguments.
        arguments TEXT NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (server_id, prompt, arguments)
      ) STRICT;
      CREATE INDEX prompt_pins_of_server ON prompt_pins (server_id, seq);
    `,
  },
  {
    // Old records may have been deleted, and others say so: earlier versions take that for damage.
    version: 28,
    sql: `SELECT 1;`,
  },
  {
    // Values of forms that people asked to keep.
    version: 29,
    sql: `
      CREATE TABLE form_values (
        server_id TEXT PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    // Which chats have which tag, as their records say, so that a search can be narrowed by it.
    version: 30,
    sql: `
      CREATE TABLE conversation_tags (
        conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        tag TEXT NOT NULL,
        PRIMARY KEY (conversation_id, tag)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    // Which resources that are attached in chats are followed, and which of them changed since.
    version: 31,
    sql: `
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
    `,
  },
  { version: 32, sql: searchFilters },
  {
    // Whether words of what was removed for good are still in the index, which keeps them until its segments are
    // merged. Segments with rows that are gone, 0: something was removed since, -1: only the log is to be cut.
    version: 33,
    sql: `
      CREATE TABLE words_to_erase (segment INTEGER PRIMARY KEY) STRICT;
      CREATE TRIGGER words_are_erased_after_entry AFTER DELETE ON entries BEGIN
        INSERT OR IGNORE INTO words_to_erase (segment) VALUES (0);
      END;
      -- Earlier versions erased nothing: what they noted as gone is at the ids of tombstones.
      INSERT INTO words_to_erase SELECT 0 WHERE EXISTS (
        SELECT 1 FROM entry_words_data WHERE id >= 65536 << 37
      );
    `,
  },
  { version: 34, sql: openEntries },
  { version: 35, sql: grantsByMode },
  {
    // Bytes of files that are kept from before calls wrote to them, by entry.
    version: 36,
    sql: `
      CREATE TABLE kept_files (
        entry_seq INTEGER PRIMARY KEY REFERENCES entries (seq) ON DELETE CASCADE,
        conversation_id TEXT NOT NULL,
        bytes INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX kept_files_of_conversation ON kept_files (conversation_id);
    `,
  },
  {
    // Records may be signed with a key in the keychain; one that an earlier version appends is not.
    version: 37,
    sql: `ALTER TABLE audit ADD COLUMN mac TEXT;`,
  },
  {
    // Interfaces of servers as they were drawn last. Calls may be asked for by an interface, and keep the one that was
    // drawn for them: earlier versions cannot read that.
    version: 38,
    sql: `
      CREATE TABLE app_pins (
        server_id TEXT NOT NULL,
        uri TEXT NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (server_id, uri)
      ) STRICT;
    `,
  },
  {
    // Messages may have PDF files: earlier versions cannot read them.
    version: 39,
    sql: `SELECT 1;`,
  },
  {
    // Interfaces may be set to have windows of their own: earlier versions cannot read that.
    version: 40,
    sql: `SELECT 1;`,
  },
]
