import type { ToolCallProgress } from '@gatehouse/domain'
import type {
  ImportedServer,
  ServerImportOutcome,
  ServerImportPreview,
} from '@gatehouse/domain/launch'
import { useState } from 'react'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { isInstallError, useInstallErrorWords } from '../../../lib/words/install-words.ts'
import { useServers } from '../../../lib/queries/index.ts'
import { useRuntimeLack } from '../runtimes/missing-runtime.tsx'
import { useRunningRequest } from '../features/use-running-request.ts'
import { present, type Installation } from '../install/use-installation.ts'
import { findImportIssues, type ImportIssues } from './find-import-issues.ts'
import { useImportDecisions, type ImportDecisions } from './import-decisions.ts'
import { useImportSteps } from './import-steps.ts'

export interface ImportFlow extends ImportDecisions {
  preview: ServerImportPreview | undefined
  /** Failure to open anything. */
  openFailure: string | null
  retry: () => void
  chosen: ImportedServer[]
  issues: ImportIssues
  /** The person tried to continue, so every issue is shown. */
  attempted: boolean
  /** Closing would lose something. */
  changed: boolean
  /** Failure of the last step, in words. */
  failure: string | null
  adding: 'file' | 'folder' | 'text' | null
  addFile: () => void
  /** Picks a file in place of all that was read before. A bundle that leaves nothing open is proposed at once. */
  openFile: () => void
  /** The same with a file that was dropped. */
  readFile: (path: string) => void
  addFolder: () => void
  /** Picks the file of variables that a server's configuration names. */
  addVariables: (server: ImportedServer) => void
  addText: (text: string, onRead: () => void) => void
  /** Reads a text in place of those before. */
  readText: (text: string) => void
  /**
   * Reads an entry that was picked. One that leaves nothing to fill in or to choose is proposed at once; a bundle that is
   * the only way to run it is fetched.
   */
  readPicked: (text: string) => void
  /** The same with the bundle of a server, which is fetched. */
  download: (server: ImportedServer) => void
  cancelDownload: () => void
  downloading: { serverId: string; startedAt: number; progress: ToolCallProgress | null } | null
  /** The person reads what would run, in a window of its own. */
  proposing: boolean
  propose: () => void
  /** Packages that are fetched before the launches are shown. */
  installation: Pick<Installation, 'isRunning' | 'startedAt' | 'progress' | 'failure' | 'cancel'>
}

/** Find, choose, consent, save: the one way in which servers of other programs come in. */
export function useImportFlow(
  onSaved: (outcome: ServerImportOutcome, importId: string) => void,
  { known = true }: { known?: boolean } = {},
): ImportFlow {
  const words = useErrorWords()
  const installWords = useInstallErrorWords()
  const running = useRunningRequest()
  const lacksRuntime = useRuntimeLack()
  const [installing, setInstalling] = useState(0)
  const [fetching, setFetching] = useState({ serverId: '', startedAt: 0 })
  const names = (useServers().data ?? []).map(({ config }) => config.name)
  const [attempted, setAttempted] = useState(false)
  const decisions = useImportDecisions()
  const steps = useImportSteps(onSaved, known)
  const { preview, begin, open, file, folder, text, proposing } = steps
  const all = preview?.files.flatMap(({ servers }) => servers) ?? []
  const chosen = all.filter((server) => server.launch && decisions.choiceOf(server).chosen)
  const issues = findImportIssues({ ...decisions, preview, chosen, names })
  const id = preview?.id ?? ''
  const failed = isInstallError(proposing.error) ? proposing.error : null
  const download = (server: ImportedServer): void => {
    if (!server.download) return
    const { url } = server.download
    running.begin()
    setFetching({ serverId: server.id, startedAt: present() })
    const { requestId } = running
    steps.download.perform({ id, serverId: server.id, url, requestId }, proposeBundle)
  }
  const propose = (servers: readonly ImportedServer[]): void => {
    const choices = decided(decisions, servers)
    const installs = choices.choices.some(({ install }) => install)
    setInstalling(installs ? present() : 0)
    if (installs) running.begin()
    proposing.mutate({ id, ...choices, ...(installs ? { requestId: running.requestId } : {}) })
  }
  /** True if nothing of a picked server is left to fill in, to choose or to mend. */
  const isComplete = (server: ImportedServer, files: ServerImportPreview['files']): boolean =>
    server.launch !== null &&
    server.suggested &&
    !(server.launch.kind === 'stdio' && lacksRuntime(server.launch)) &&
    server.hostVariables.length === 0 &&
    files.every(({ inputs }) => inputs.length === 0) &&
    findImportIssues({ ...decisions, preview: { id, files }, chosen: [server], names }).size === 0
  /** The consent window shows all that the page would. Notes and problems stand on the page alone. */
  const proposeBundle = (read: ServerImportPreview | null): void => {
    const [first, ...others] = read?.files ?? []
    const [only, ...more] = first?.servers ?? []
    if (!first?.bundle || !only || others.length + more.length > 0) return
    const isClean = first.problems.length + only.problems.length + only.notes.length === 0
    if (isClean && isComplete(only, [first])) propose([only])
  }
  return {
    ...decisions,
    preview,
    openFailure: open.error ? words(open.error) : null,
    retry: () => open.mutate({ known }),
    chosen,
    issues,
    attempted,
    changed: decisions.decided || steps.added,
    failure: steps.error && !failed ? words(steps.error) : null,
    installation: {
      isRunning: proposing.isPending && installing > 0,
      startedAt: installing,
      progress: running.progress,
      failure: failed ? installWords(failed) : null,
      cancel: running.cancel,
    },
    adding:
      file.isPending || steps.dropped.isPending
        ? 'file'
        : folder.isPending
          ? 'folder'
          : text.isPending
            ? 'text'
            : null,
    addFile() {
      begin()
      file.mutate({ id })
    },
    openFile() {
      begin()
      file.perform({ id, replaces: true }, proposeBundle)
    },
    readFile(path) {
      begin()
      steps.dropped.perform({ id, path }, proposeBundle)
    },
    addFolder() {
      begin()
      folder.mutate({ id })
    },
    addVariables(server) {
      begin()
      steps.variables.mutate({ id, serverId: server.id })
    },
    addText(value, onRead) {
      begin()
      text.perform({ id, text: value }, onRead)
    },
    readText(value) {
      begin()
      text.mutate({ id, text: value, replaces: true })
    },
    readPicked(value) {
      begin()
      text.perform({ id, text: value, replaces: true }, ({ files }) => {
        const [only, ...more] = files.flatMap(({ servers }) => servers)
        if (!only || more.length > 0) return
        if (only.download) download(only)
        else if (isComplete(only, files)) propose([only])
      })
    },
    download(server) {
      begin()
      download(server)
    },
    cancelDownload: running.cancel,
    downloading: steps.download.isPending ? { ...fetching, progress: running.progress } : null,
    proposing: proposing.isPending,
    propose() {
      setAttempted(true)
      if (proposing.isPending) return
      begin()
      if (issues.size === 0) propose(chosen)
    },
  }
}

function decided({ choiceOf, answers }: ImportDecisions, chosen: readonly ImportedServer[]) {
  return {
    choices: chosen.map((server) => {
      const { name, secrets, hostVariables, install } = choiceOf(server)
      return {
        serverId: server.id,
        name,
        secrets: [...secrets],
        hostVariables: [...hostVariables],
        ...(install ? { install } : {}),
      }
    }),
    answers: [...answers].map(([inputId, value]) => ({ inputId, value })),
  }
}
