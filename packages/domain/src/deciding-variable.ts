/**
 * What a variable decides besides the server's own settings: `program` = which code runs, `network` =
 * who can read or change what is sent.
 */
export type VariableEffect = 'program' | 'network'

/** How a family of programs names the variables that it reads by itself. */
const PROGRAM_PREFIXES = [
  'BASH_FUNC_',
  'BUN_',
  'BUNDLE_',
  'CARGO_',
  'COMPLUS_',
  'CONDA_',
  'COREPACK_',
  'CORECLR_',
  'DENO_',
  'DOTNET_',
  'DYLD_',
  'ELECTRON_',
  'GIT_',
  'JULIA_',
  'LD_',
  'NPM_CONFIG_',
  'PIP_',
  'PIPX_',
  'PNPM_',
  'PYTHON',
  'RUSTC',
  'UV_',
  'YARN_',
]

const PROGRAM_NAMES = new Set(
  `APPDATA AWS_CONFIG_FILE BASHOPTS BASH_ENV BROWSER CLASSPATH COMSPEC DOCKER_CONFIG DOCKER_CONTEXT
   DOCKER_HOST EDITOR ENV FPATH GCONV_PATH GEM_HOME GEM_PATH GLIBC_TUNABLES GOBIN GOENV GOFLAGS
   GONOSUMDB GONOSUMCHECK GOPATH GOPRIVATE GOPROXY GOROOT GOSUMDB GOTOOLCHAIN GRADLE_OPTS GTK_MODULES
   GUILE_LOAD_PATH HOME IFS JAVA_HOME JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS KUBECONFIG LESSOPEN
   LOCALAPPDATA LOCPATH LUA_CPATH LUA_INIT LUA_PATH MAKEFILES MAKEFLAGS MANPAGER MAVEN_OPTS NODE_OPTIONS
   NODE_PATH NODE_REPL_EXTERNAL_MODULE OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES PAGER PATH PATHEXT
   PERL5DB PERL5LIB PERL5OPT PERLLIB PHPRC PHP_INI_SCAN_DIR PROMPT_COMMAND PS4 PSMODULEPATH
   QT_PLUGIN_PATH RUBYLIB RUBYOPT RUSTFLAGS SHELL SHELLOPTS SSH_ASKPASS SUDO_ASKPASS SYSTEMROOT
   TCLLIBPATH USERPROFILE VIRTUAL_ENV VISUAL WINDIR XDG_CONFIG_DIRS XDG_CONFIG_HOME XDG_DATA_DIRS
   XDG_DATA_HOME ZDOTDIR _JAVA_OPTIONS`.split(/\s+/),
)

const NETWORK_NAMES = new Set(
  `ALL_PROXY AWS_CA_BUNDLE CURL_CA_BUNDLE FTP_PROXY GRPC_DEFAULT_SSL_ROOTS_FILE_PATH GRPC_PROXY
   HOSTALIASES HTTPS_PROXY HTTP_PROXY NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NO_PROXY
   REQUESTS_CA_BUNDLE RES_OPTIONS SOCKS_PROXY SSLKEYLOGFILE SSL_CERT_DIR SSL_CERT_FILE WSS_PROXY
   WS_PROXY`.split(/\s+/),
)

/** Of these families, but credentials: no program takes code or an address from them. */
const CREDENTIAL = /(?:TOKEN|PASSWORD|PASSWD|SECRET|_AUTH)$/
/** Of these families, but only about how text comes out. */
const HARMLESS = new Set([
  'PYTHONUNBUFFERED',
  'PYTHONIOENCODING',
  'PYTHONUTF8',
  'PYTHONDONTWRITEBYTECODE',
  'PYTHONHASHSEED',
])

/**
 * Whether a variable of this name decides which code runs, or who stands between a program and the
 * network. Such a value is always shown: hidden, it would make a review a lie. Case does not matter, as
 * it does not on Windows.
 */
export function variableEffect(name: string): VariableEffect | null {
  const upper = name.trim().toUpperCase()
  if (PROGRAM_NAMES.has(upper)) return 'program'
  if (NETWORK_NAMES.has(upper)) return 'network'
  if (CREDENTIAL.test(upper)) return null
  return PROGRAM_PREFIXES.some((prefix) => upper.startsWith(prefix)) ? 'program' : null
}

/** The same, without those that only change how text comes out: what deserves a second look. */
export function riskyVariable(name: string): VariableEffect | null {
  return HARMLESS.has(name.trim().toUpperCase()) ? null : variableEffect(name)
}
