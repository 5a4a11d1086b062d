import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { at, programConfig } from './parts.config.mts'

const require = createRequire(import.meta.url)

/** Named as those of a system are, so that all are found in the same way. */
const DICTIONARIES = {
  en_US: dirname(require.resolve('dictionary-en')),
  en_GB: dirname(require.resolve('dictionary-en-gb')),
}

const hunspell = join(dirname(require.resolve('hunspell-wasm')), '..')
/** The licence asks that whoever gets the program is told where they are. */
const SOURCES = `Hunspell (https://github.com/hunspell/hunspell), as built by hunspell-wasm
(https://github.com/rotemdan/hunspell-wasm), under the Mozilla Public License 1.1:

`

export default programConfig('spelling', {
  source: 'spelling',
  plugins: [
    {
      name: 'copy-dictionaries',
      writeBundle() {
        for (const [language, folder] of Object.entries(DICTIONARIES)) {
          copyFileSync(join(folder, 'index.aff'), at(`out/spelling/${language}.aff`))
          copyFileSync(join(folder, 'index.dic'), at(`out/spelling/${language}.dic`))
          copyFileSync(join(folder, 'license'), at(`out/spelling/${language}.license.txt`))
        }
        copyFileSync(join(hunspell, 'wasm/hunspell.wasm'), at('out/spelling/hunspell.wasm'))
        const licence = readFileSync(join(hunspell, 'COPYING.MPL'), 'utf8')
        writeFileSync(at('out/spelling/hunspell.license.txt'), `${SOURCES}${licence}`)
      },
    },
  ],
})
