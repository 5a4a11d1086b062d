import { z } from 'zod'
import {
  identifierSchema,
  type LeftOutModels,
  type ModelInfo,
  modelInfoSchema,
  type ModelProvider,
  modelProviderKindSchema,
  modelProviderSchema,
} from '@gatehouse/domain'
import type { ProviderStore } from '@gatehouse/host/ports'
import type { Database } from './file/database.ts'
import { parseRecord } from './parse-record.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** A provider whose models, or what the person set for them, cannot all be read; the others are kept. */
const { overrides, headers, learned } = modelProviderSchema.shape
const partlyReadable = modelProviderSchema.extend({
  models: z.array(z.unknown()),
  overrides: overrides.catch(undefined),
  learned: learned.catch(undefined),
})

const none = undefined
const readableParts = z
  .object({
    kind: modelProviderKindSchema.catch('openai-compatible'),
    name: z.string().catch(''),
    baseUrl: z.string().catch(''),
    // So that the key and the headers are forgotten with the provider.
    keyRef: z.string().optional().catch(undefined),
    headers: headers.catch(undefined),
    createdAt: z.number().int().nonnegative().catch(0),
  })
  .catch({ kind: 'openai-compatible', name: '', baseUrl: '', createdAt: 0 })

/** Salvages the readable fields of a damaged record: a provider never vanishes silently. */
function salvage(id: string, json: unknown): ModelProvider | null {
  const partly = parseRecord(String(json), partlyReadable)
  if (partly.ok) return withReadableModels(partly.value)
  if (!identifierSchema.safeParse(id).success) return null
  const parts = parseRecord(String(json), readableParts)
  const known = parts.ok ? parts.value : readableParts.parse(none)
  // Without its record no one knows where its key may go, so it counts as none.
  return { ...known, id, local: false, hasKey: false, models: [], damaged: true }
}

function withReadableModels(provider: z.infer<typeof partlyReadable>): ModelProvider {
  const models: ModelInfo[] = []
  const leftOut: LeftOutModels = { unusable: 0, tooMany: 0, ...provider.leftOut }
  for (const model of provider.models) {
    const parsed = modelInfoSchema.safeParse(model)
    if (parsed.success) models.push(parsed.data)
    else leftOut.unusable += 1
  }
  return { ...provider, models, leftOut }
}

export function createProviderStore(database: Database, read: RowReader): ProviderStore {
  const all = database.prepare('SELECT id, json FROM providers ORDER BY seq')
  const save = database.prepare(
    'INSERT INTO providers (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM providers WHERE id = ?')
  return {
    list: () =>
      readAll(
        all.rows(),
        'providers',
        (row) => read(row, modelProviderSchema) ?? salvage(String(row.id), row.json),
      ),
    save: (provider) => save.run(provider.id, JSON.stringify(provider)),
    remove: (id) => remove.run(id),
  }
}
