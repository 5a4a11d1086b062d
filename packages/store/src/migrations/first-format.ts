/** Format 1: servers, models, chats, permissions, audit, settings. */
export const firstFormat = `
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
    `
