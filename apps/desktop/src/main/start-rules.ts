/** Arguments and environment of the start of a release. */
export interface StartRequest {
  /** Without the program itself. */
  args: readonly string[]
  environment: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
}

/** Looks of the window and nothing else; every other switch of Chromium, V8 or Node is refused. */
const ALLOWED_SWITCHES: ReadonlySet<string> = new Set([
  'disable-gpu',
  'enable-wayland-ime',
  'force-device-scale-factor',
  'gtk-version',
  'high-dpi-support',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
])

/** Hooks of development and tests. */
const HOOKS = [
  'GATEHOUSE_DEVTOOLS',
  'GATEHOUSE_LOCAL_PORTS',
  'GATEHOUSE_SCREENSHOT',
  'GATEHOUSE_SIGN_IN_MS',
  'GATEHOUSE_SPELLING',
  'GATEHOUSE_USER_DATA',
]

/** Variables that Electron, Node and Chromium still obey in a release, and the effect of each. */
const WEAKENING: readonly (readonly [name: string, does: string])[] = [
  ['CHROME_DEVEL_SANDBOX', 'names another program as the sandbox of the window'],
  ['ELECTRON_DISABLE_SANDBOX', 'takes the sandbox of the window away'],
  ['ELECTRON_ENABLE_LOGGING', 'prints what the window shows'],
  ['ELECTRON_LOG_FILE', 'writes what the window shows to a file'],
  ['ELECTRON_NO_ASAR', 'runs other code than that of the package'],
  ['NODE_DEBUG', 'prints requests with their keys'],
  ['NODE_DEBUG_NATIVE', 'prints requests with their keys'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', 'trusts every certificate'],
  ['NODE_V8_COVERAGE', 'writes to a folder of its choice'],
  ['SSLKEYLOGFILE', 'writes the keys of connections to a file'],
]

/**
 * Returns the reason for which a release must not start as requested, in words; undefined if it may. A debugging
 * port, another sandbox or another profile would hand over everything that the window protects.
 */
export function findStartRefusal(request: StartRequest): string | undefined {
  const foreign = switchesOf(request).find((name) => !isAllowed(name, request.platform))
  if (foreign !== undefined) return refuseSwitch(foreign)
  const isSet = (name: string): boolean => (request.environment[name] ?? '') !== ''
  const hook = HOOKS.find(isSet)
  if (hook !== undefined)
    return `The variable ${hook} is for development and tests; a release does not start with it. Unset it and start again.`
  const weakening = WEAKENING.find(([name]) => isSet(name))
  if (weakening === undefined) return undefined
  const [name, does] = weakening
  return `The variable ${name} ${does}; a release does not start with it. Unset it and start again.`
}

/** Names as Chromium reads them: up to `--`, with one dash or two, on Windows with a slash as well. */
function switchesOf({ args, platform }: StartRequest): string[] {
  const end = args.indexOf('--')
  const pattern = platform === 'win32' ? /^\s*(?:--|-|\/)([^=]*)/ : /^\s*(?:--|-)([^=]*)/
  return (end === -1 ? args : args.slice(0, end)).flatMap((arg) => {
    const name = pattern.exec(arg)?.[1]
    // A lone dash is a file name by custom, and no switch.
    return name === undefined || name.trim() === '' ? [] : [name.trim().toLowerCase()]
  })
}

function isAllowed(name: string, platform: NodeJS.Platform): boolean {
  // The Finder's own.
  return ALLOWED_SWITCHES.has(name) || (platform === 'darwin' && /^psn_\d+_\d+$/.test(name))
}

function refuseSwitch(name: string): string {
  const advice =
    name === 'no-sandbox'
      ? 'The window always has a sandbox. Where the system gives ordinary users none, install the .deb package, whose helper makes one; root gets none at all.'
      : `Only these are known: ${[...ALLOWED_SWITCHES].map((known) => `--${known}`).join(', ')}.`
  return `A release does not start with the switch --${printable(name)}. ${advice}`
}

/** Untrusted text goes to a terminal. */
function printable(text: string): string {
  return text.slice(0, 80).replace(/[^\x21-\x7e]/g, '?')
}
