import { openDatabase } from '../file/database.ts'
import { formatOneRows } from '../fixtures/format-1.fixture.ts'
import { migrate } from '../file/migrate.ts'
import { migrations } from '../migrations/index.ts'

/**
 * Writes a file as format 1 left it. Its server starts on demand: at launch its command would fetch a package of
 * the npm registry.
 */
export function writeOldestFile(file: string): void {
  const database = openDatabase(file)
  migrate(
    database,
    migrations.filter(({ version }) => version === 1),
  )
  database.execute(formatOneRows)
  database.execute(`UPDATE servers SET json = json_set(json, '$.start', 'demand')`)
  database.close()
}
