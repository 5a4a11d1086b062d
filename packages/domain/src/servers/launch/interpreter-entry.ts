/**
 * The code that an interpreter runs, as its arguments name it. `script`: a path; `module`: a name of Python; `none`: it
 * is in the arguments themselves, comes from the input or from a project, or cannot be told.
 */
export type InterpreterEntry =
  | { kind: 'script'; name: string; mayBe: readonly string[] }
  | { kind: 'module'; name: string }
  | { kind: 'none' }

/** The grammar of an interpreter's arguments up to the script. */
interface Grammar {
  /** Short options with a value, joined or in the next argument. */
  values?: string
  /** Short options whose value is the code. */
  code?: string
  /** Short options whose value is a module. */
  modules?: string
  /** Options, with their dashes, whose value is the next argument. */
  longValues?: RegExp
  /** Options, with their dashes, after which no file is the code. */
  longCode?: RegExp
  /** Options, with their dashes, whose value is the script. */
  script?: RegExp
  /** A word before the script. */
  verb?: RegExp
  /** Words in the place of the script that run something else. */
  otherVerbs?: RegExp
  /** True if settings of a project decide which code runs, whatever the arguments are. */
  isSteered?: boolean
}

const JAVASCRIPT_VALUES =
  /^--(?:require|import|loader|experimental-loader|conditions|env-file|env-file-if-exists|title|input-type|openssl-config|icu-data-dir|redirect-warnings|diagnostic-dir|report-(?:dir|directory|filename)|snapshot-blob|experimental-config-file|watch-path|trace-event-categories|tsconfig|project)$/
const NODE: Grammar = {
  values: 'rC',
  code: 'ep',
  longValues: JAVASCRIPT_VALUES,
  longCode: /^--(?:eval|print|run|test|interactive|build-snapshot)(?:=|$)/,
}

const GRAMMARS: readonly [RegExp, Grammar][] = [
  [/^node(?:js)?[\d.]*$/, NODE],
  [/^(?:tsx|ts-node|ts-node-esm|swc-node)$/, { ...NODE, values: 'rCP', verb: /^watch$/ }],
  [/^(?:nodemon|ts-node-dev|tsnd)$/, { ...NODE, isSteered: true }],
  [
    /^deno$/,
    {
      values: 'c',
      verb: /^run$/,
      otherVerbs: /^(?:eval|task|test|serve|install|compile|x|repl|jupyter)$/,
      longValues: /^--(?:config|import-map|cert|location|seed|lock|env-file|ext)$/,
    },
  ],
  [
    /^bun$/,
    {
      values: 'rc',
      code: 'ep',
      verb: /^run$/,
      otherVerbs: /^(?:x|test|install|i|add|build|create|exec|start|dev)$/,
      longValues:
        /^--(?:cwd|config|preload|require|import|tsconfig-override|define|loader|env-file)$/,
      longCode: /^--(?:eval|print)(?:=|$)/,
    },
  ],
  [
    /^(?:python|pypy)[\d.]*w?$|^py$/,
    { values: 'WXQ', code: 'c', modules: 'm', longValues: /^--check-hash-based-pycs$/ },
  ],
  [
    /^(?:sh|bash|zsh|dash|ksh|ash|fish)$/,
    { values: 'oO', code: 'cs', longValues: /^--(?:rcfile|init-file)$/ },
  ],
  [/^ruby[\d.]*$/, { values: 'rICEF', code: 'eS' }],
  [/^perl[\d.]*$/, { values: 'IMm', code: 'eES' }],
  [/^php[\d.]*$/, { values: 'cdzt', code: 'rBREFS', script: /^-f$/ }],
  [
    /^java$/,
    {
      longValues: /^(?:-cp|-p|--?class-?path|--module-path|--add-(?:modules|opens|exports|reads))$/,
      longCode: /^(?:-m|--module)(?:=|$)/,
      script: /^-jar$/,
    },
  ],
  [/^dotnet$/, { verb: /^exec$/, otherVerbs: /^(?!.*\.dll$).*$/ }],
  [
    /^(?:pwsh|powershell)$/,
    {
      longValues: /^-(?:executionpolicy|ex|ep|workingdirectory|wd|version|configurationname)$/i,
      longCode: /^-(?:c|command|e|ec|enc|encodedcommand|commandwithargs|cwa)$/i,
      script: /^-(?:f|file)$/i,
    },
  ],
  [/^osascript$/, { values: 'ls', code: 'e' }],
  [/^(?:lua[\d.]*|luajit)$/, { values: 'l', code: 'e' }],
  [/^rscript$/, { code: 'e' }],
  [/^julia$/, { values: 'LptJCH', code: 'eE' }],
  [/^(?:elixir|iex)$/, { values: 'rpS', code: 'e' }],
  [/^guile[\d.]*$/, { values: 'lL', code: 'c', script: /^-s$/ }],
  [
    /^(?:tclsh[\d.]*|wish[\d.]*|expect|escript|mono|wine(?:64)?|electron|racket|groovy|scala|gjs|qjs)$/,
    {},
  ],
  [/^(?:cscript|wscript|mshta|rundll32|regsvr32|msiexec)$/, {}],
  // Its first argument is the code.
  [/^[gmn]?awk$/, { values: 'vF', script: /^-f$/ }],
]

/** True if a program of this name (see `programNameOf`) runs a script or code that its arguments give. */
export function isInterpreter(name: string): boolean {
  return grammarOf(name) !== undefined
}

/** Reads the arguments as the interpreter of this name does. An option that is not known may have a value. */
export function interpreterEntry(name: string, args: readonly string[]): InterpreterEntry {
  const grammar = grammarOf(name)
  const none: InterpreterEntry = { kind: 'none' }
  if (!grammar) return none
  const words = [...args]
  const mayBe: string[] = []
  let mayBeValue = false
  let isFirst = true
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const option = takeOption(grammar, word, words)
    if (option === 'code') return none
    if (typeof option === 'object') return option
    if (option === 'option' || option === 'unknown-option') {
      mayBeValue = option === 'unknown-option'
      continue
    }
    const script = word === '--' ? words.shift() : word
    if (script === undefined || script === '-') return none
    if (isFirst && word !== '--') {
      isFirst = false
      if (grammar.verb?.test(script) === true) continue
      if (grammar.otherVerbs?.test(script) === true) return none
    }
    if (mayBeValue && word !== '--') {
      mayBe.push(script)
      mayBeValue = false
      continue
    }
    return grammar.isSteered === true ? none : { kind: 'script', name: script, mayBe }
  }
  return none
}

type Taken = 'option' | 'unknown-option' | 'code' | 'argument' | InterpreterEntry

function takeOption(grammar: Grammar, word: string, words: string[]): Taken {
  if (word === '--' || word === '-' || !word.startsWith('-')) return 'argument'
  if (grammar.script?.test(word) === true) {
    const name = words.shift()
    return name === undefined ? 'code' : { kind: 'script', name, mayBe: [] }
  }
  if (grammar.longCode?.test(word) === true) return 'code'
  if (grammar.longValues?.test(word) === true) {
    words.shift()
    return 'option'
  }
  if (word.startsWith('--'))
    return word.includes('=') || isSwitch(word) ? 'option' : 'unknown-option'
  return takeShort(grammar, word, words)
}

function takeShort(
  { code = '', values = '', modules = '' }: Grammar,
  word: string,
  words: string[],
): Taken {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at)
    if (code.includes(letter)) return 'code'
    const rest = word.slice(at + 1)
    if (modules.includes(letter)) {
      const name = rest || words.shift()
      return name === undefined ? 'code' : { kind: 'module', name }
    }
    if (values.includes(letter)) {
      if (rest === '') words.shift()
      return 'option'
    }
  }
  return 'option'
}

const SWITCH =
  /^--(?:no-[\w-]+|inspect|inspect-brk|watch|enable-source-maps|stdio|verbose|quiet|silent|login|posix|norc|noprofile|jitless|hot|smol|bun|check|frozen|reload|cached-only|expose-gc|harmony[\w-]*|unstable[\w-]*|use-(?:system|openssl|bundled)-ca|preserve-symlinks(?:-main)?|(?:throw|pending|trace)-deprecation|trace-(?:warnings|uncaught|exit)|abort-on-uncaught-exception|experimental-(?!config-file|loader|sea-config|default-type)[\w-]+|(?:allow|deny)-(?:all|net|read|write|env|run|sys|ffi|hrtime|import|scripts)|transpile-only|files|esm|swc)$/

/** True if a long option never has a value in the next argument. */
const isSwitch = (option: string): boolean => SWITCH.test(option)

function grammarOf(name: string): Grammar | undefined {
  return GRAMMARS.find(([program]) => program.test(name))?.[1]
}
