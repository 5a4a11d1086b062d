import { serverTaskSchema } from '@gatehouse/domain'
import type { TaskStore } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'
import { readAll, type RowReader } from '../read-rows.ts'

export function createTaskStore(database: Database, read: RowReader): TaskStore {
  const all = database.prepare('SELECT id, json FROM tasks ORDER BY seq')
  const save = database.prepare(
    'INSERT INTO tasks (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM tasks WHERE id = ?')
  return {
    list: () => readAll(all.rows(), 'tasks', (row) => read(row, serverTaskSchema)),
    save: (task) => save.run(task.id, JSON.stringify(task)),
    remove: (id) => remove.run(id),
  }
}
