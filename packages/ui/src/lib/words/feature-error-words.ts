import { AUTHORITY_LIMITS } from '@gatehouse/domain/network-limits'
import type { errors } from '../../locales/en/errors.ts'
import type { serverImport } from '../../locales/en/servers/server-import.ts'
import type { BridgeError } from '../bridge/bridge-error.ts'
import { issuePathOf, namesOf, stringOrEmpty } from './error-data.ts'
import { formatsOf } from '../formats/formats.ts'
import type { Language, TFunction } from './i18n.ts'
import { storeErrorWords } from './store-error-words.ts'

type ErrorFacts = Pick<BridgeError, 'code' | 'data'>
type ErrorWords = (error: ErrorFacts) => string | undefined

type Problems = typeof serverImport.download.problem

/** Words of an issue of an import; undefined for a code without any. */
function importIssueWords(words: TFunction<'serverImport'>, data: BridgeError['data']) {
  const key = `issue.${stringOrEmpty(data['code'])}`
  // The key stands where there are no words; main names only codes that have some.
  const text: string = words(key as `issue.${keyof typeof serverImport.issue}`, {
    detail: stringOrEmpty(data['detail']),
  })
  return text === key ? undefined : text
}

/** Words for a file that was not fetched; undefined for a problem without any. */
function downloadWords(words: TFunction<'serverImport'>, data: BridgeError['data']) {
  const key = `download.problem.${stringOrEmpty(data['problem'])}`
  const text: string = words(key as `download.problem.${keyof Problems}`, {
    host: stringOrEmpty(data['host']),
    detail: stringOrEmpty(data['detail']),
  })
  return text === key ? undefined : text
}

/** Returns words for a failed import of servers; undefined for any other failure. */
function importErrorWords(language: Language): ErrorWords {
  const t = language.words('errors')
  const words = language.words('serverImport')
  return ({ code, data }) => {
    switch (code) {
      case 'import/not-picked':
        return t('code.importNotPicked')
      case 'catalogue/unreachable':
        return t('code.catalogueUnreachable', { host: stringOrEmpty(data['host']) })
      case 'catalogue/refused':
        return t('code.catalogueRefused', {
          host: stringOrEmpty(data['host']),
          status: String(data['status']),
        })
      case 'download/failed':
        return downloadWords(words, data)
      case 'import/over':
        return t('code.importOver')
      case 'import/server-gone':
        return t('code.importServerGone')
      case 'import/input-missing':
        return t('code.importInputMissing')
      case 'import/invalid':
        return t('code.importInvalid', {
          name: stringOrEmpty(data['name']),
          at: issuePathOf(data['issue']),
        })
      case 'import/unreadable':
        return importIssueWords(words, data)
      case 'import/too-much-to-read':
        return t('code.importTooMuch')
      case 'import/own-value':
        return t('code.importOwnValue', { name: stringOrEmpty(data['name']) })
      case 'import/folder-empty':
        return t('code.importFolderEmpty', { folder: stringOrEmpty(data['folder']) })
      default:
        return undefined
    }
  }
}

/** The same for the launch of a server, from its review to its start. */
function launchErrorWords(language: Language): ErrorWords {
  const t = language.words('errors')
  const { list } = language.once(formatsOf)
  return ({ code, data }) => {
    switch (code) {
      case 'server/name-taken':
        return t('code.nameTaken', { name: stringOrEmpty(data['name']) })
      case 'server/review-expired':
        return t('code.reviewExpired')
      case 'server/never-secret':
        return t('code.neverSecret', { names: list(namesOf(data)) })
      case 'server/secret-elsewhere':
        return t('code.secretElsewhere', {
          names: list(namesOf(data)),
          from: stringOrEmpty(data['from']),
          to: stringOrEmpty(data['to']),
        })
      case 'server/value-not-here':
        return t('code.valueNotHere', { name: stringOrEmpty(data['name']) })
      case 'server/not-found':
        return t('code.serverGone')
      case 'secret/keychain-locked':
        return t('code.forgetLocked')
      case 'secret/keychain-unavailable':
        return t('code.forgetUnavailable')
      case 'secret/forget-interrupted':
        return t('code.forgetInterrupted')
      default:
        return undefined
    }
  }
}

/** The same for workspaces and their folders. */
function workspaceErrorWords(language: Language): ErrorWords {
  const t = language.words('errors')
  return ({ code, data }) => {
    switch (code) {
      case 'workspace/not-found':
        return t('code.workspaceGone')
      case 'workspace/folder-not-found':
        return t('code.folderGone')
      case 'workspace/no-such-entry':
        return t('code.noSuchEntry')
      case 'workspace/timed-out':
        return t('code.entryTimedOut')
      case 'workspace/leads-out':
        return t('code.leadsOut')
      case 'folder/not-picked':
        return t('code.folderNotPicked')
      case 'folder/unreadable':
        return t('code.folderUnreadable')
      case 'folder/too-slow':
        return t('code.folderTooSlow')
      case 'workspace/not-absolute':
        return t('code.notAbsolute')
      case 'workspace/search-failed':
        return t('code.searchFailed', { path: stringOrEmpty(data['path']) })
      default:
        return undefined
    }
  }
}

/** The same for the skills of a server. */
function skillErrorWords(language: Language): ErrorWords {
  const t = language.words('errors')
  return ({ code, data }) => {
    const { file, reason, detail, files, bytes } = data
    if (code === 'skill/too-large')
      return t('code.skillTooLarge', {
        files: typeof files === 'number' ? files : 0,
        size: typeof bytes === 'number' ? Math.floor(bytes / 1024 / 1024) : 0,
      })
    if (code !== 'skill/unverified' || !isSkillReason(reason)) return undefined
    return t(`code.skillUnverified.${reason}`, {
      file: stringOrEmpty(file),
      detail: stringOrEmpty(detail),
    })
  }
}

const skillReasons = ['unlisted', 'size', 'digest', 'frontmatter'] as const

function isSkillReason(reason: unknown): reason is (typeof skillReasons)[number] {
  return skillReasons.some((one) => one === reason)
}

const authoritiesIssues = {
  EMPTY: 'none',
  INVALID: 'invalid',
  TOO_LARGE: 'tooLarge',
  TOO_MANY: 'tooMany',
} as const

function authoritiesIssueOf(reason: unknown) {
  const known: Readonly<
    Record<string, (typeof authoritiesIssues)['EMPTY' | 'INVALID' | 'TOO_LARGE' | 'TOO_MANY']>
  > = authoritiesIssues
  return (typeof reason === 'string' ? known[reason] : undefined) ?? 'unreadable'
}

/** The same for how the network is reached. */
function networkErrorWords(language: Language): ErrorWords {
  const t = language.words('errors')
  return ({ code, data }) => {
    switch (code) {
      case 'network/changed':
        return t('code.networkChanged')
      case 'network/authorities-changed':
        return t('code.authoritiesChanged', { name: stringOrEmpty(data['name']) })
      case 'network/authorities-unusable':
        return t(`code.authoritiesUnusable.${authoritiesIssueOf(data['reason'])}`, {
          name: stringOrEmpty(data['name']),
          kilobytes: Math.round(AUTHORITY_LIMITS.bytes / 1024),
          count: AUTHORITY_LIMITS.certificates,
        })
      default:
        return undefined
    }
  }
}

/** The same for answers to asks, and for names of servers. */
function consentErrorWords(language: Language): ErrorWords {
  const t = language.words('errors')
  return ({ code, data }) => {
    switch (code) {
      case 'ask/not-pending':
        return t('code.askOver')
      case 'audit/not-written':
        return t('code.auditNotWritten')
      case 'audit/retention-changed':
        return t('code.retentionChanged')
      case 'ask/draft-too-large':
        return t('code.draftTooLarge')
      case 'ask/not-by-person':
      case 'app/not-by-person':
        return t('code.notByPerson')
      case 'grant/not-found':
        return t('code.permissionGone')
      case 'grant/no-read-only-tools':
        return t('code.noReadOnlyTools')
      case 'grant/no-tools':
        return t('code.noTools')
      case 'grant/declared-otherwise':
        return t('code.declaredOtherwise')
      case 'grant/too-much-to-read':
        return t('code.readOnlyTooMuch')
      case 'grant/server-changed':
        return t('code.readOnlyServerChanged')
      case 'data-flow/server-changed':
        return t('code.flowServerChanged')
      case 'instructions/none':
        return t('code.instructionsNone')
      case 'instructions/too-long':
      case 'instructions/too-much':
        return t('code.instructionsTooMuch')
      case 'instructions/changed':
        return t('code.instructionsChanged')
      case 'sampling/unknown-model':
        return t('code.samplingUnknownModel')
      case 'sampling/server-changed':
        return t('code.samplingServerChanged')
      case 'consent/too-many':
        return t('code.consentTooMany')
      case 'provider/not-allowed':
        return t('code.providerNotAllowed')
      case 'workspace/not-allowed':
        return t('code.foldersNotAllowed')
      case 'ask/other-workspace':
        return t('code.otherWorkspace')
      case 'workspace/permissions-changed':
        return t('code.workspacePermissions')
      case 'ask/not-as-shown':
        return t('code.notAsShown')
      case 'server/name-lookalike':
        return t('code.nameLookalike', { name: stringOrEmpty(data['name']) })
      default:
        return undefined
    }
  }
}

/** The same for what an ask says of the answer before. */
function previousAnswerWords(language: Language): ErrorWords {
  const t = language.words('errors')
  return ({ code, data }) => {
    switch (code) {
      case 'ask/failed':
        return t('code.askFailed')
      case 'sampling/stopped':
        return t('code.samplingStopped')
      case 'sampling/unusable-arguments':
        return t('code.samplingUnusable', { tool: stringOrEmpty(data['tool']) })
      default:
        return undefined
    }
  }
}

/** Prefix of the codes of unreadable documents; the rest of each code is a key of its words. */
const DOCUMENT = 'attachment/document-'
type DocumentProblem = keyof (typeof errors)['code']['document']
/** The same for pictures that are not drawn. */
const PICTURE = 'attachment/picture-'
type PictureProblem = keyof (typeof errors)['code']['picture']

/** The same for what is attached to a message. */
function attachmentErrorWords(language: Language): ErrorWords {
  const t = language.words('errors')
  return ({ code, data }) => {
    const of = (name: string): number | '' => (typeof data[name] === 'number' ? data[name] : '')
    switch (code) {
      case 'attachment/empty':
        return t('code.attachmentEmpty')
      case 'attachment/unsupported':
        return documentWords(t, data['kind']) ?? t('code.attachmentUnsupported')
      case 'attachment/not-in-encoding':
        return t('code.attachmentNotInEncoding')
      case 'attachment/file-too-large':
        return t('code.attachmentFileTooLarge', { megabytes: of('megabytes') })
      case 'attachment/picture-too-large':
        return t('code.attachmentPictureTooLarge', {
          width: of('width'),
          height: of('height'),
          edge: of('edge'),
          megapixels: of('megapixels'),
        })
      case 'attachment/too-many':
        return t('code.attachmentTooMany', { limit: of('count') })
      case 'attachment/too-many-media':
        return t('code.attachmentTooManyMedia', { limit: of('count') })
      case 'attachment/too-much':
        return t('code.attachmentTooMuch', { megabytes: of('megabytes') })
      case 'attachment/prompt-changed':
        return t('code.promptChanged')
      case 'attachment/changed':
        return t('code.attachmentChanged')
      default:
        if (code.startsWith(DOCUMENT))
          return t(`code.document.${code.slice(DOCUMENT.length) as DocumentProblem}`)
        return code.startsWith(PICTURE)
          ? t(`code.picture.${code.slice(PICTURE.length) as PictureProblem}`)
          : undefined
    }
  }
}

/** A file that is no text, by what it is. */
function documentWords(t: TFunction<'errors'>, kind: unknown): string | undefined {
  switch (kind) {
    case 'office':
    case 'archive':
      return t(`code.attachmentDocument.${kind}`)
    default:
      return undefined
  }
}

/** The same for chats that are written to files and taken in from them. */
function chatFileErrorWords(language: Language): ErrorWords {
  const t = language.words('errors')
  return ({ code, data }) => {
    switch (code) {
      case 'chat/too-many-presets':
        return t('code.tooManyPresets', { count: 50 })
      case 'chat/too-many-prompts':
        return t('code.tooManyPrompts', { count: 200 })
      case 'chat/queue-full':
        return t('code.queueFull', { count: 20 })
      case 'chat/not-queued':
        return t('code.notQueued')
      case 'chat/not-written':
        return t('code.chatNotWritten')
      case 'chat/not-exportable':
        return t('code.chatNotExportable')
      case 'chat/not-read':
        return t('code.chatNotRead')
      case 'chat/import-busy':
        return t('code.chatImportBusy')
      case 'chat/import-over':
        return t('code.importOver')
      case 'chat/import-refused':
        return refusedImport(data['reason'], data['line'])
      default:
        return undefined
    }
  }
  function refusedImport(reason: unknown, line: unknown): string | undefined {
    switch (reason) {
      case 'not-a-chat':
        return t('code.chatImportNotAChat')
      case 'no-export':
        return t('code.chatImportNoExport')
      case 'changed':
        return t('code.chatImportChanged')
      case 'newer':
        return t('code.chatImportNewer')
      case 'too-large':
        return t('code.chatImportTooLarge')
      case 'cut':
        return t('code.chatImportCut')
      case 'damaged':
        return t('code.chatImportDamaged', { line: typeof line === 'number' ? line : 0 })
      default:
        return undefined
    }
  }
}

/** Returns words for a failure of one of these areas; undefined for any other failure. */
export function featureErrorWords(language: Language): ErrorWords {
  const areas = [
    launchErrorWords,
    importErrorWords,
    workspaceErrorWords,
    skillErrorWords,
    networkErrorWords,
    consentErrorWords,
    previousAnswerWords,
    attachmentErrorWords,
    chatFileErrorWords,
    storeErrorWords,
  ].map((area) => area(language))
  return (error) => areas.map((words) => words(error)).find(Boolean)
}
