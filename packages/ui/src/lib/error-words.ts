import type { ConnectionFailure, ModelFailure, ServerConfig } from '@gatehouse/domain'
import { useCallback, useMemo } from 'react'
import { errors as english } from '../locales/en/errors.ts'
import { serverImport } from '../locales/en/server-import.ts'
import { isBridgeError, type BridgeError } from './bridge-error.ts'
import { useT } from './i18n.ts'

const { issue: issues } = serverImport

type SaidFailure = Pick<ModelFailure, 'code' | 'status' | 'detail'>

/** Why a model gave no (whole) answer, in the language shown now. */
export function useModelFailureWords(): (failure: SaidFailure) => string {
  const t = useT('errors')
  return useCallback(
    (failure) => {
      const words = t(`model.${failure.code}`, { status: failure.status ?? '' })
      return failure.detail ? `${words} ${t('saidByProvider', { detail: failure.detail })}` : words
    },
    [t],
  )
}

const reasons: Record<string, keyof typeof english.unreachable> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-unknown',
  BAD_PORT: 'bad-port',
  ETIMEDOUT: 'timed-out',
  UND_ERR_CONNECT_TIMEOUT: 'timed-out',
  ECONNRESET: 'reset',
  UND_ERR_SOCKET: 'reset',
}

/** What a network code means, when it is one that has words. */
function reasonOf(code: string): keyof typeof english.unreachable | undefined {
  return Object.hasOwn(reasons, code) ? reasons[code] : undefined
}

/** What an HTTP status means, when it is not the address that is wrong. */
function statusReason(status: number): keyof typeof english.httpStatus | undefined {
  if (status === 403) return 'forbidden'
  if (status === 408 || status === 425 || status === 429) return 'busy'
  if (status < 500 || status === 501 || status === 505) return undefined
  return status === 500 ? 'error' : 'down'
}

/** Why a server is not connected, in the language shown now. Last lines and folders are shown apart. */
export function useConnectionFailureWords(): (
  failure: ConnectionFailure,
  server: Pick<ServerConfig, 'name' | 'transport'>,
) => string {
  const t = useT('errors')
  return useCallback(
    (failure, { name, transport }) => {
      const values = {
        name,
        command: failure.command ?? '',
        exitCode: failure.exitCode ?? '',
        signal: failure.signal ?? '',
        status: failure.status ?? '',
        seconds: Math.round((failure.waitedMs ?? 0) / 1000),
        detail: failure.detail ?? '',
      }
      const reason = failure.code === 'unreachable' && reasonOf(values.detail)
      if (reason) return t(`unreachable.${reason}`, values)
      const status = failure.code === 'http-status' && statusReason(failure.status ?? 0)
      if (status) return t(`httpStatus.${status}`, values)
      if (failure.code === 'bad-output' && transport.kind === 'http') return t('badAnswer', values)
      if (failure.code !== 'exited') return t(`connection.${failure.code}`, values)
      if (failure.signal !== undefined) return t('exitedBySignal', values)
      return failure.exitCode === undefined
        ? t('connection.exited', values)
        : t('exitedWithCode', values)
    },
    [t],
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function namesOf({ names }: Record<string, unknown>): string {
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string').join(', ') : ''
}

/** Where in a configuration an issue is. */
function placeOf(issue: unknown): string {
  return typeof issue === 'object' && issue !== null && 'at' in issue ? textOf(issue.at) : ''
}

function secondsOf(ms: unknown): number {
  return typeof ms === 'number' ? Math.round(ms / 1000) : 0
}

/** By hand: a schema library here would be loaded with the first screen. */
function readModelFailure(value: unknown): SaidFailure | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { code, status, detail }: Partial<Record<string, unknown>> = { ...value }
  if (!isModelCode(code)) return undefined
  return {
    code,
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  }
}

function isModelCode(code: unknown): code is ModelFailure['code'] {
  return typeof code === 'string' && Object.hasOwn(english.model, code)
}

function isImportIssue(code: unknown): code is keyof typeof issues {
  return typeof code === 'string' && Object.hasOwn(issues, code)
}

/** The same for an import of servers; undefined for any other failure. */
function useImportErrorWords(): (error: Pick<BridgeError, 'code' | 'data'>) => string | undefined {
  const t = useT('errors')
  const words = useT('serverImport')
  return useCallback(
    ({ code, data }) => {
      switch (code) {
        case 'import/over':
          return t('code.importOver')
        case 'import/server-gone':
          return t('code.importServerGone')
        case 'import/input-missing':
          return t('code.importInputMissing')
        case 'import/invalid':
          return t('code.importInvalid', { name: textOf(data['name']), at: placeOf(data['issue']) })
        case 'import/unreadable':
          return isImportIssue(data['code'])
            ? words(`issue.${data['code']}`, { detail: textOf(data['detail']) })
            : undefined
        case 'import/too-much-to-read':
          return t('code.importTooMuch')
        case 'import/own-value':
          return t('code.importOwnValue', { name: textOf(data['name']) })
        case 'import/folder-empty':
          return t('code.importFolderEmpty', { folder: textOf(data['folder']) })
        default:
          return undefined
      }
    },
    [t, words],
  )
}

/** The same for the launch of a server, from its review to its start. */
function useLaunchErrorWords(): (error: Pick<BridgeError, 'code' | 'data'>) => string | undefined {
  const t = useT('errors')
  return useCallback(
    ({ code, data }) => {
      switch (code) {
        case 'server/name-taken':
          return t('code.nameTaken', { name: textOf(data['name']) })
        case 'server/review-expired':
          return t('code.reviewExpired')
        case 'server/never-secret':
          return t('code.neverSecret', { names: namesOf(data) })
        case 'server/secret-elsewhere':
          return t('code.secretElsewhere', {
            names: namesOf(data),
            from: textOf(data['from']),
            to: textOf(data['to']),
          })
        case 'server/value-not-here':
          return t('code.valueNotHere', { name: textOf(data['name']) })
        case 'server/not-found':
          return t('code.serverGone')
        default:
          return undefined
      }
    },
    [t],
  )
}

/** The same for workspaces and their folders. */
function useWorkspaceErrorWords(): (
  error: Pick<BridgeError, 'code' | 'data'>,
) => string | undefined {
  const t = useT('errors')
  return useCallback(
    ({ code, data }) => {
      switch (code) {
        case 'workspace/not-found':
          return t('code.workspaceGone')
        case 'workspace/folder-not-found':
          return t('code.folderGone')
        case 'workspace/not-absolute':
          return t('code.notAbsolute')
        case 'workspace/search-failed':
          return t('code.searchFailed', { path: textOf(data['path']) })
        default:
          return undefined
      }
    },
    [t],
  )
}

/** The same for the skills of a server. */
function useSkillErrorWords(): (error: Pick<BridgeError, 'code' | 'data'>) => string | undefined {
  const t = useT('errors')
  return useCallback(
    ({ code, data }) => {
      const { file, reason, detail, files, bytes } = data
      if (code === 'skill/too-large')
        return t('code.skillTooLarge', {
          files: typeof files === 'number' ? files : 0,
          size: typeof bytes === 'number' ? Math.floor(bytes / 1024 / 1024) : 0,
        })
      if (code !== 'skill/unverified' || !isSkillReason(reason)) return undefined
      return t('code.skillUnverified', {
        file: textOf(file),
        reason: t(`skillReason.${reason}`),
        detail: textOf(detail),
      })
    },
    [t],
  )
}

const skillReasons = ['unlisted', 'size', 'digest', 'frontmatter'] as const

function isSkillReason(reason: unknown): reason is (typeof skillReasons)[number] {
  return skillReasons.some((one) => one === reason)
}

/** The same for answers to asks, and for names of servers. */
function useConsentErrorWords(): (error: Pick<BridgeError, 'code' | 'data'>) => string | undefined {
  const t = useT('errors')
  return useCallback(
    ({ code, data }) => {
      switch (code) {
        case 'ask/not-pending':
          return t('code.askOver')
        case 'ask/not-by-person':
        case 'app/not-by-person':
          return t('code.notByPerson')
        case 'consent/too-many':
          return t('code.consentTooMany')
        case 'provider/not-allowed':
          return t('code.providerNotAllowed')
        case 'workspace/not-allowed':
          return t('code.foldersNotAllowed')
        case 'ask/not-as-shown':
          return t('code.notAsShown')
        case 'server/name-lookalike':
          return t('code.nameLookalike', { name: textOf(data['name']) })
        default:
          return undefined
      }
    },
    [t],
  )
}

/** What any failed request means, in the language shown now. */
export function useErrorWords(): (error: unknown) => string {
  const t = useT('errors')
  const modelWords = useModelFailureWords()
  const launchWords = useLaunchErrorWords()
  const importWords = useImportErrorWords()
  const workspaceWords = useWorkspaceErrorWords()
  const skillWords = useSkillErrorWords()
  const consentWords = useConsentErrorWords()
  const moreWords = useMemo(
    () => [launchWords, importWords, workspaceWords, skillWords, consentWords],
    [launchWords, importWords, workspaceWords, skillWords, consentWords],
  )
  return useCallback(
    (error) => {
      if (!isBridgeError(error)) return t('code.unknown')
      switch (error.code) {
        case 'model/failed': {
          const failure = readModelFailure(error.data['failure'])
          return failure ? modelWords(failure) : error.message
        }
        case 'chat/busy':
          return t('code.chatBusy')
        case 'chat/not-found':
          return t('code.chatGone')
        case 'chat/empty':
          return t('code.chatEmpty')
        case 'chat/tool-not-found':
          return t('code.toolGone')
        case 'chat/not-interrupted':
          return t('code.notInterrupted')
        case 'chat/not-a-message':
          return t('code.notAMessage')
        case 'server/not-running':
          return t('code.notRunning')
        case 'request/cancelled':
          return t('code.requestCancelled')
        case 'request/timed-out':
          return t('code.requestTimedOut', { seconds: secondsOf(error.data['waitedMs']) })
        case 'request/connection-lost':
          return t('code.requestLost')
        case 'request/refused':
          return t('code.requestRefused', { detail: textOf(error.data['detail']) })
        case 'request/invalid-response':
          return t('code.requestBadAnswer', { detail: textOf(error.data['detail']) })
        case 'ipc/internal':
          return t('code.internal')
        case 'ipc/invalid-input':
          return t('code.invalidInput')
        case 'ipc/too-large':
          return t('code.tooLarge')
        default:
          // A code this version has no words for: main's own sentence is better than none.
          return moreWords.map((words) => words(error)).find(Boolean) ?? error.message
      }
    },
    [t, modelWords, moreWords],
  )
}
