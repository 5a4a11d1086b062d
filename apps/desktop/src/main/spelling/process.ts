import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DictionaryFiles, SpellingRequest, SpellingResponse } from './messages.ts'
import { createSpellingEngine, decodeDictionary, type DictionaryText } from './spelling-engine.ts'

// What is wrong with a dictionary ends this process and no other. It reads their files and nothing else.
const { parentPort } = process
const post = parentPort.postMessage.bind(parentPort)
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
  post({ id, words } satisfies SpellingResponse)
}

function load(dictionaries: readonly DictionaryFiles[]) {
  const texts = dictionaries.flatMap((one) => readDictionary(one) ?? [])
  return createSpellingEngine(texts, readFileSync(join(__dirname, 'hunspell.wasm')))
}

function readDictionary({ affixes, words }: DictionaryFiles): DictionaryText | null {
  try {
    return decodeDictionary(readFileSync(affixes), readFileSync(words))
  } catch {
    // Taken away since it was listed.
    return null
  }
}
