import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DictionaryFiles, SpellingRequest, SpellingResponse } from './messages.ts'
import {
  createSpellingEngine,
  decodeDictionary,
  type DictionaryText,
  type SpellingEngine,
} from './spelling-engine.ts'

// What is wrong with a dictionary ends at most this process and no other. It reads their files and nothing else.
const { parentPort } = process
const post: (response: SpellingResponse) => void = parentPort.postMessage.bind(parentPort)
let loading = load([])

parentPort.on('message', ({ data }: { data: SpellingRequest }) => {
  if (data.kind === 'load') {
    loading = load(data.dictionaries)
    // Main counts the ends of this process.
    loading.catch(() => process.exit(1))
  } else void respond(data)
})

async function respond(data: Exclude<SpellingRequest, { kind: 'load' }>): Promise<void> {
  const engine = await loading
  const { id } = data
  const words =
    data.kind === 'check' ? engine.misspelled(data.words) : engine.suggestions(data.word)
  post({ kind: 'words', id, words })
}

async function load(dictionaries: readonly DictionaryFiles[]): Promise<SpellingEngine> {
  const engine = await createSpellingEngine(readFileSync(join(__dirname, 'hunspell.wasm')))
  for (const one of dictionaries) {
    const { language } = one
    post({ kind: 'reading', language })
    const text = readDictionary(one)
    if (text === null || !engine.add(text)) post({ kind: 'broken', language })
  }
  if (dictionaries.length > 0) post({ kind: 'reading', language: null })
  return engine
}

function readDictionary({ affixes, words }: DictionaryFiles): DictionaryText | null {
  try {
    return decodeDictionary(readFileSync(affixes), readFileSync(words))
  } catch {
    // Taken away since it was listed.
    return null
  }
}
