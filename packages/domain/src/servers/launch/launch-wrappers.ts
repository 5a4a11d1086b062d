// Programs that start the one which their arguments name, and how they read these.

/** The grammar of a wrapper's arguments, up to the command that it starts. */
export interface Wrapper {
  /** Short options without a value. */
  flags?: string
  /** Short options with a value, joined or in the next argument. */
  values?: string
  /** Long options without a value, or with one that is joined. */
  longFlags?: readonly string[]
  /** Long options whose value is joined or the next argument. */
  longValues?: readonly string[]
  /** The word before the options, as in `volta run`. */
  verb?: RegExp
  /** Arguments between the options and the command. */
  operands?: number
  /** Takes variables before the command. */
  takesVariables?: boolean
  /** Gives the program variables, arguments or a search path that its own arguments do not say. */
  isOpaque?: boolean
}

const CONDA: Wrapper = {
  verb: /^run$/,
  flags: 'v',
  values: 'np',
  longFlags: ['no-capture-output', 'live-stream', 'verbose'],
  longValues: ['name', 'prefix', 'cwd'],
  isOpaque: true,
}
const TIMEOUT: Wrapper = {
  flags: 'vfp',
  values: 'ks',
  longFlags: ['foreground', 'preserve-status', 'verbose'],
  longValues: ['kill-after', 'signal'],
  operands: 1,
}
const ENV: Wrapper = {
  flags: 'iv0',
  values: 'uCS',
  longFlags: [
    'ignore-environment',
    'debug',
    'null',
    'list-signal-handling',
    'default-signal',
    'ignore-signal',
    'block-signal',
  ],
  longValues: ['unset', 'chdir', 'split-string'],
  takesVariables: true,
}

/** Programs that start one which their arguments name, in ways that are not read here. */
const STARTERS = new Set(
  `arch at batch bwrap catchsegv chpst chroot chrt-run cpulimit daemonize entr faketime find firejail flatpak
   flock forfiles gdb git gosu i386 linux32 linux64 lldb ltrace nsenter numactl open osc parallel perf pkexec prlimit
   proot rsync run0 runcon runuser s6-setuidgid sandbox-exec screen script setarch setpriv setuidgid socat softlimit
   snap start-stop-daemon strace su su-exec systemd-run tar tmux tsocks torsocks proxychains proxychains4 unshare
   valgrind vi vim watch watchexec x86_64`.split(/\s+/),
)
/** The loader of Linux, which runs the program that its first argument names. */
const LOADER = /^ld(?:-linux|-musl|64)?[-.\w]*\.so/

/** True if what a program of this name starts cannot be told. */
export const isStarter = (name: string): boolean => STARTERS.has(name) || LOADER.test(name)

/** Wrappers by their names. An option that is not here ends the reading: what runs is then unknown. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: ENV,
  nice: { values: 'n', longValues: ['adjustment'] },
  nohup: {},
  setsid: { flags: 'cfw', longFlags: ['ctty', 'fork', 'wait'] },
  stdbuf: { values: 'ioe', longValues: ['input', 'output', 'error'] },
  time: { flags: 'apqv', values: 'fo', longFlags: ['append', 'portability', 'verbose', 'quiet'] },
  timeout: TIMEOUT,
  gtimeout: TIMEOUT,
  ionice: { flags: 't', values: 'cn', longFlags: ['ignore'], longValues: ['class', 'classdata'] },
  taskset: { flags: 'ac', longFlags: ['all-tasks', 'cpu-list'], operands: 1 },
  chrt: { flags: 'abfimorv', operands: 1 },
  caffeinate: { flags: 'dimsu', values: 't' },
  'dumb-init': {
    flags: 'cv',
    values: 'r',
    longFlags: ['single-child', 'verbose'],
    longValues: ['rewrite'],
  },
  tini: { flags: 'gsvw', values: 'pe' },
  'xvfb-run': {
    flags: 'al',
    values: 'efnpsw',
    longFlags: ['auto-servernum', 'auto-display', 'listen-tcp'],
    longValues: ['error-file', 'auth-file', 'server-num', 'xauth-protocol', 'server-args', 'wait'],
  },
  'dbus-run-session': { longFlags: ['config-file', 'dbus-daemon'] },
  rlwrap: { isOpaque: true },
  unbuffer: { flags: 'p' },
  chronic: { flags: 'ev' },
  xargs: {
    flags: '0oprtx',
    values: 'adEIiLlnPs',
    longFlags: ['null', 'interactive', 'no-run-if-empty', 'verbose', 'exit', 'open-tty'],
    longValues: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars', 'replace'],
    isOpaque: true,
  },
  sudo: {
    flags: 'AbEHnPS',
    values: 'CDghpRrTtUu',
    longFlags: ['preserve-env', 'non-interactive', 'set-home', 'background', 'askpass', 'stdin'],
    longValues: ['user', 'group', 'chdir', 'host', 'prompt', 'chroot', 'command-timeout'],
    takesVariables: true,
    isOpaque: true,
  },
  doas: { flags: 'Lns', values: 'Cu', isOpaque: true },
  corepack: { isOpaque: true },
  conda: CONDA,
  mamba: CONDA,
  micromamba: CONDA,
  fnm: { verb: /^exec$/, longValues: ['using', 'fnm-dir', 'log-level'], isOpaque: true },
  volta: {
    verb: /^run$/,
    longFlags: ['bundled-npm', 'no-yarn', 'no-pnpm', 'quiet', 'verbose'],
    longValues: ['node', 'npm', 'yarn', 'pnpm', 'env'],
    isOpaque: true,
  },
  nvm: { verb: /^(?:exec|run)$/, flags: '', longFlags: ['silent'], operands: 1, isOpaque: true },
  mise: { verb: /^(?:exec|x)$/, values: 'Cc', longValues: ['cd'], isOpaque: true },
  asdf: { verb: /^exec$/, isOpaque: true },
  direnv: { verb: /^exec$/, operands: 1, isOpaque: true },
  poetry: { verb: /^run$/, isOpaque: true },
  pipenv: { verb: /^run$/, isOpaque: true },
  op: { verb: /^run$/, longFlags: ['no-masking'], longValues: ['env-file'], isOpaque: true },
  doppler: {
    verb: /^run$/,
    values: 'pc',
    longValues: ['project', 'config', 'token'],
    isOpaque: true,
  },
  dotenv: { flags: 'o', values: 'fevp', longValues: ['file', 'path'], isOpaque: true },
  dotenvx: { verb: /^run$/, values: 'f', longValues: ['env-file'], isOpaque: true },
}
