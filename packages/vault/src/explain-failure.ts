import type { VaultState } from '@gatehouse/domain'

export type MemoryState = Extract<VaultState, { kind: 'memory' }>
export type KeychainName = Extract<VaultState, { kind: 'keychain' }>['name']

/** Thrown in place of a response that did not come in time. */
export class KeychainTimeout extends Error {
  readonly waitedMs: number

  constructor(waitedMs: number) {
    super(`The keychain did not respond within ${waitedMs} ms.`)
    this.name = 'KeychainTimeout'
    this.waitedMs = waitedMs
  }
}

const KEPT = 'Keys and tokens are kept in memory and forgotten when Gatehouse quits'

const linuxFailures: { match: RegExp; code: MemoryState['code']; why: string; remedy: string }[] = [
  {
    // libsecret keeps the session of a service that is gone for as long as the process lives.
    match: /session wrapping the secret does not exist|The name :\d[\d.]{0,20} was not provided/i,
    code: 'no-service',
    why: 'the keychain service was stopped or restarted while Gatehouse was running',
    remedy: 'Quit Gatehouse and start it again.',
  },
  {
    match:
      /transport .?disabled|autolaunch D-Bus|Could not connect|connection is closed|dbus-launch/i,
    code: 'no-bus',
    why: 'there is no D-Bus session through which a keychain can be reached',
    remedy:
      'Run: sudo apt install dbus-user-session gnome-keyring libsecret-1-0 — then log out, log in ' +
      'and start Gatehouse from the desktop.',
  },
  {
    match: /org\.freedesktop\.secrets was not provided|ServiceUnknown|Failed to execute|Spawn\./i,
    code: 'no-service',
    why: 'no keychain service (Secret Service) is running',
    remedy:
      'Run: sudo apt install gnome-keyring libsecret-1-0 — then log out and in again, or check again.',
  },
  {
    match: /Object does not exist at path|No such secret collection|no such interface/i,
    code: 'no-collection',
    why: 'the keychain service has no keyring to put them in',
    remedy:
      'Run: sudo apt install seahorse && seahorse — then create a password keyring named "Login", ' +
      'make it the default and check again.',
  },
  {
    match: /locked collection|is locked|dismissed|cancell?ed/i,
    code: 'locked',
    why: 'the keyring is locked',
    remedy:
      'Unlock it: open "Passwords and Keys" (seahorse), choose the keyring and Unlock, or run: ' +
      'gnome-keyring-daemon --replace --unlock --components=secrets (it reads the password from ' +
      'standard input). Then check again.',
  },
]

/** Returns the reason for which the keychain cannot be used, and the remedy. `failure` is what keytar threw. */
export function explainFailure(failure: unknown, platform: string): MemoryState {
  if (failure instanceof KeychainTimeout) return explainTimeout(failure, platform)
  const text = failure instanceof Error ? failure.message : String(failure)
  if (platform === 'linux') {
    const known = linuxFailures.find(({ match }) => match.test(text))
    if (known !== undefined) return memory(known.code, known.why, known.remedy)
  } else if (/interaction is not allowed|cancell?ed|passphrase you entered|locked/i.test(text)) {
    return memory(
      'locked',
      `${keychainName(platform)} is locked or refused`,
      `Unlock it, allow Gatehouse to use it, and check again.`,
    )
  }
  return memory(
    'unknown',
    `${keychainName(platform)} reported: ${oneLine(text)}`,
    'Check again; if that does not help, start Gatehouse again.',
  )
}

/** Returns the reason for which the native module could not be loaded. */
export function explainMissingLibrary(platform: string): MemoryState {
  if (platform === 'linux') {
    return memory(
      'no-library',
      'the library libsecret, with which keychains are reached, is missing',
      'Run: sudo apt install libsecret-1-0 — then check again.',
    )
  }
  return memory(
    'no-library',
    `the part of Gatehouse that reaches ${keychainName(platform)} cannot be loaded`,
    'Install Gatehouse again.',
  )
}

export function keychainName(platform: string): KeychainName {
  if (platform === 'darwin') return 'Keychain'
  if (platform === 'win32') return 'Credential Manager'
  return 'Secret Service'
}

function explainTimeout(failure: KeychainTimeout, platform: string): MemoryState {
  return memory(
    'locked',
    `${keychainName(platform)} did not respond within ${failure.waitedMs / 1000} seconds and ` +
      'probably waits for its password',
    'Type the password where it asks for it: Gatehouse goes on by itself. If nothing asks, unlock ' +
      'the keychain and check again.',
  )
}

function memory(code: MemoryState['code'], why: string, remedy: string): MemoryState {
  return { kind: 'memory', code, reason: `${KEPT}: ${why}.`, remedy }
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\.$/, '')
}
