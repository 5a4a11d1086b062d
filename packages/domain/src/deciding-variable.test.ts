import { expect, it } from 'vitest'
import { riskyVariable, variableEffect } from './deciding-variable.ts'

it.each(
  `PATH Path NODE_OPTIONS node_options NODE_PATH LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT
   DYLD_INSERT_LIBRARIES PYTHONPATH PYTHONSTARTUP BASH_ENV ENV ZDOTDIR PERL5OPT PERL5LIB RUBYOPT RUBYLIB
   JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS GIT_SSH_COMMAND GIT_CONFIG_COUNT GIT_EXEC_PATH
   ELECTRON_RUN_AS_NODE NPM_CONFIG_REGISTRY npm_config_script_shell npm_config_prefix UV_INDEX_URL
   PIP_INDEX_URL PIP_EXTRA_INDEX_URL COMSPEC SHELL EDITOR VISUAL PAGER HOME USERPROFILE XDG_CONFIG_HOME
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
   UV_INDEX_PRIVATE_PASSWORD LOG_LEVEL NODE_ENV LDAP_PASSWORD`
    .trim()
    .split(/\s+/),
)('%s may be a secret', (name) => {
  expect(variableEffect(name)).toBeNull()
})

it('a variable that only changes how text comes out is shown, and is no risk', () => {
  expect(variableEffect('PYTHONUNBUFFERED')).toBe('program')
  expect(riskyVariable('PYTHONUNBUFFERED')).toBeNull()
})
