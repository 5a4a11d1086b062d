/**
 * Interfaces of servers as they were drawn last. Calls may be asked for by an interface, and keep the one that was
 * drawn for them: earlier versions cannot read that.
 */
export const appPins = `
      CREATE TABLE app_pins (
        server_id TEXT NOT NULL,
        uri TEXT NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (server_id, uri)
      ) STRICT;
    `
