import { app, session, utilityProcess } from 'electron'
import { join } from 'node:path'
import type { SpellingSettings, SpellingView } from '@gatehouse/domain/spelling'
import { findDictionaries, SYSTEM_FOLDERS } from '../spelling/find-dictionaries.ts'
import { SpellChecker } from '../spelling/spell-checker.ts'

/** macOS has a spell checker of its own, which fetches nothing; elsewhere the browser's would fetch its dictionaries. */
export const HAS_OWN_SPELLING = process.platform === 'darwin'

/** The process, and the dictionaries that come with the app. */
const OWN_FOLDER = join(__dirname, '../spelling')

export function createSpellChecker(): SpellChecker {
  return new (HAS_OWN_SPELLING ? SystemSpellChecker : SpellChecker)({
    start() {
      const child = utilityProcess.fork(join(OWN_FOLDER, 'index.cjs'), [], {
        serviceName: 'Gatehouse spelling',
      })
      return {
        post: (request) => child.postMessage(request, []),
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.once('exit', listener),
        memory() {
          const own = app.getAppMetrics().find(({ pid }) => pid === child.pid)
          return (own?.memory.workingSetSize ?? 0) * 1024
        },
        kill: () => void child.kill(),
      }
    },
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
