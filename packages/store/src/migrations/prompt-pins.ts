/**
 * Definition and content of prompts when they were last sent. Drafts and messages refer to them: earlier versions
 * leave them out. Drafts and messages say so: earlier versions leave it out.
 */
export const promptPins = `
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
    `
