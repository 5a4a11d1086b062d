import { app, utilityProcess, type ForkOptions } from 'electron'

/** Starts a utility process with the script of a file. */
export function startUtility<Request, Response>(file: string, options: ForkOptions) {
  const child = utilityProcess.fork(file, [], options)
  return {
    post: (request: Request) => child.postMessage(request, []),
    onMessage: (listener: (message: Response) => void) => void child.on('message', listener),
    onExit: (listener: () => void) => void child.once('exit', listener),
    /** Bytes that it takes. */
    memory() {
      const own = app.getAppMetrics().find(({ pid }) => pid === child.pid)
      return (own?.memory.workingSetSize ?? 0) * 1024
    },
    kill: () => void child.kill(),
  }
}
