import { addWords, useT } from '../../../lib/words/i18n.ts'
import { folderFiles as en } from '../../../locales/en/chat/folder-files.ts'
import { folderFiles as zhCN } from '../../../locales/zh-CN/chat/folder-files.ts'

addWords('folderFiles', { en, 'zh-CN': zhCN })

export const useFolderWords = () => useT('folderFiles')
