import { app, session } from 'electron'
import { join } from 'node:path'
import type { SpellingSettings, SpellingView } from '@gatehouse/domain/spelling'
import { findDictionaries, SYSTEM_FOLDERS } from '../spelling/find-dictionaries.ts'
import type { SpellingRequest, SpellingResponse } from '../spelling/messages.ts'
import { SpellChecker } from '../spelling/spell-checker.ts'
import { startUtility } from './utility-processes/start-utility.ts'

/** macOS has a spell checker of its own, which fetches nothing; elsewhere the browser's would fetch its dictionaries. */
export const HAS_OWN_SPELLING = process.platform === 'darwin'

/** The process, and the dictionaries that come with the app. */
const OWN_FOLDER = join(__dirname, '../spelling')

export function createSpellChecker(): SpellChecker {
  return new (HAS_OWN_SPELLING ? SystemSpellChecker : SpellChecker)({
    start: () =>
      startUtility<SpellingRequest, SpellingResponse>(join(OWN_FOLDER, 'index.cjs'), {
        serviceName: 'Gatehouse spelling',
      }),
    find: () =>
      findDictionaries([OWN_FOLDER, ...(process.platform === 'linux' ? SYSTEM_FOLDERS : [])]),
    locales: () => app.getPreferredSystemLanguages(),
  })
}

/** The window asks the system itself; its languages and words are set there. */
class SystemSpellChecker extends SpellChecker {
  override follow({ isOn }: SpellingSettings): void {
    session.defaultSession.setSpellCheckerEnabled(isOn)
  }

  override view(): SpellingView {
    return { by: 'system' }
  }
}
