/**
 * Decisions of the person about the instructions of servers. Records refer to them: earlier versions cannot read
 * that. Records say so: earlier versions cannot read that.
 */
export const serverInstructions = `
      CREATE TABLE server_instructions (
        server_id TEXT PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT;
    `
