import { expect, it } from 'vitest'
import { riskyVariable, variableEffect } from './variable-effect.ts'

/**
 * @threat launch.prefix
 * @attacker configuration
 * @tries gives npx a PREFIX (or a version manager or compiler a variable) whose folder has settings that load code
 * @stoppedBy these names decide what runs: shown, a risk, never hidden, and part of who receives secrets and grants
 * @remains the names are a list: a program that takes code by a variable of its own is not on it
 */
it.each(
  `PATH Path NODE_OPTIONS node_options NODE_PATH LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT
   DYLD_INSERT_LIBRARIES PYTHONPATH PYTHONSTARTUP BASH_ENV ENV ZDOTDIR PERL5OPT PERL5LIB RUBYOPT RUBYLIB
   JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS GIT_SSH_COMMAND GIT_CONFIG_COUNT GIT_EXEC_PATH
   ELECTRON_RUN_AS_NODE NPM_CONFIG_REGISTRY npm_config_script_shell npm_config_prefix UV_INDEX_URL
   PIP_INDEX_URL PIP_EXTRA_INDEX_URL COMSPEC SHELL EDITOR VISUAL PAGER HOME USERPROFILE XDG_CONFIG_HOME
   PREFIX prefix DESTDIR LUA_INIT_5_4 R_PROFILE_USER R_LIBS ERL_FLAGS ERL_LIBS TS_NODE_PROJECT MISE_DATA_DIR
   ASDF_DIR PYENV_ROOT RBENV_VERSION VOLTA_HOME NVM_DIR RUSTUP_TOOLCHAIN CONTAINERS_CONF NIX_PATH CC
   AWS_SHARED_CREDENTIALS_FILE LESSCLOSE PROGRAMDATA GEM_SPEC_CACHE PHP_INI_SCAN_DIR npm_execpath
   NODE_COMPILE_CACHE NAPI_RS_NATIVE_LIBRARY_PATH ESBUILD_BINARY_PATH PUPPETEER_EXECUTABLE_PATH CHROME_BIN
   TAR_OPTIONS DBUS_SESSION_BUS_ADDRESS RSYNC_RSH SVN_SSH HGRCPATH WGETRC FLASK_APP
   DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH GOPROXY CARGO_HOME RUSTC_WRAPPER DOCKER_HOST PATHEXT`
    .trim()
    .split(/\s+/),
)('%s decides what runs', (name) => {
  expect(variableEffect(name)).toBe('program')
  expect(riskyVariable(name)).toBe('program')
})

it.each(
  `HTTP_PROXY https_proxy ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS
   NODE_TLS_REJECT_UNAUTHORIZED REQUESTS_CA_BUNDLE CURL_CA_BUNDLE SSLKEYLOGFILE`
    .trim()
    .split(/\s+/),
)('%s decides who can read what is sent', (name) => {
  expect(riskyVariable(name)).toBe('network')
})

it.each(
  `OPENAI_API_KEY GITHUB_TOKEN GOOGLE_API_KEY GIT_TOKEN UV_PUBLISH_TOKEN NPM_CONFIG__AUTH
   MISE_GITHUB_TOKEN HEX_API_KEY PREFIX_KEY R_SERVER_KEY LUA
   UV_INDEX_PRIVATE_PASSWORD LOG_LEVEL NODE_ENV LDAP_PASSWORD`
    .trim()
    .split(/\s+/),
)('%s may be a secret', (name) => {
  expect(variableEffect(name)).toBeNull()
})

it('a variable that only changes how text comes out is shown, and is not a risk', () => {
  expect(variableEffect('PYTHONUNBUFFERED')).toBe('program')
  expect(riskyVariable('PYTHONUNBUFFERED')).toBeNull()
})
