/** What a person decided about the instructions of servers. Records say so: earlier versions cannot read that. */
export const serverInstructions = `
      CREATE TABLE server_instructions (
        server_id TEXT PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT;
    `
