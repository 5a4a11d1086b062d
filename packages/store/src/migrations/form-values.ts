/** What people asked to keep of forms that they sent. */
export const formValues = `
      CREATE TABLE form_values (
        server_id TEXT PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `
