import { createContext, Script, type Context } from 'node:vm'

/** Runs work whose duration depends on untrusted data, for a limited time only. */
export interface ScriptTimeLimiter {
  /** @throws an error with the code `ERR_SCRIPT_EXECUTION_TIMEOUT` when `work` takes longer than `ms` */
  run<T>(ms: number, work: () => T): T
}

/**
 * A pattern or schema can be written so that one check takes forever, which nothing in the same
 * thread could stop, except the engine's own time limit for scripts.
 */
export function createScriptTimeLimiter(): ScriptTimeLimiter {
  const script = new Script('work()')
  let context: Context | undefined
  return {
    run<T>(ms: number, work: () => T): T {
      context ??= createContext({})
      context['work'] = work
      try {
        return script.runInContext(context, { timeout: ms }) as T
      } finally {
        delete context['work']
      }
    },
  }
}
