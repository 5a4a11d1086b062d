/** Format 35: a grant may be the trust in what a server declares, for which the mode of each chat counts. */
export const grantsByMode = `
      DROP TRIGGER grants_go_with_chat;
      DROP TRIGGER grants_go_with_workspace;
      CREATE TABLE grants_by_mode (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        scope TEXT NOT NULL CHECK (scope IN ('chat', 'workspace', 'always', 'by-mode')),
        -- The chat or the workspace; empty for the others.
        place TEXT NOT NULL,
        server_id TEXT NOT NULL,
        tool_name TEXT NOT NULL,
        json TEXT NOT NULL,
        uses INTEGER NOT NULL DEFAULT 0,
        last_used_at INTEGER,
        definition TEXT,
        UNIQUE (scope, place, server_id, tool_name)
      ) STRICT;
      INSERT INTO grants_by_mode
        SELECT seq, id, scope, place, server_id, tool_name, json, uses, last_used_at, definition
        FROM grants;
      DROP TABLE grants;
      ALTER TABLE grants_by_mode RENAME TO grants;
      CREATE INDEX grants_of_server ON grants (server_id);
      CREATE TRIGGER grants_go_with_chat AFTER DELETE ON conversations BEGIN
        DELETE FROM grants WHERE scope = 'chat' AND place = old.id;
      END;
      CREATE TRIGGER grants_go_with_workspace AFTER DELETE ON workspaces BEGIN
        DELETE FROM grants WHERE scope = 'workspace' AND place = old.id;
      END;
    `
