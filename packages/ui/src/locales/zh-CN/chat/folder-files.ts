import type { folderFiles as english } from '../../en/chat/folder-files.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const folderFiles = {
  title: '添加“{{folder}}”中的文件',
  note: '只读取并添加勾选的文件，每个文件以其路径为名称。',
  following_other: '接下来还有 {{number}} 个文件夹。',
  loading: '正在列出文件…',
  tree: '“{{folder}}”中的文件',
  none: '此处没有可添加的文件',
  noneNote: '可显示隐藏或被忽略的文件，或选择其他文件夹。',
  hidden: '隐藏的文件',
  ignored: '被忽略的文件（.gitignore、node_modules 等）',
  files_other: '{{number}} 个文件',
  some: '{{chosen}} / {{all}}',
  secret: '可能含有密钥',
  tooLarge: '超过 {{megabytes}} MB',
  left: '未列出：{{reasons}}。',
  reasons: {
    links_other: '{{number}} 个链接（不会跟随）',
    hidden_other: '{{number}} 个隐藏项',
    ignored_other: '{{number}} 个被忽略的项',
    unreadable_other: '{{number}} 个无法读取的项',
  },
  cut: {
    files:
      '此文件夹中的文件超过 {{files}} 个，或其中某个文件夹超过 {{inFolder}} 项，其余未列出。可选择其中的子文件夹来查看。',
    depth: '层级超过 {{depth}} 的文件夹未列出。',
    time: '列出文件用时过长，已停止。可选择其中的子文件夹来查看其余文件。',
  },
  chosen_other: '已勾选 {{number}} 个文件，共 {{size}}',
  tooMany: '此消息还可添加 {{count}} 个附件，请取消勾选一些文件。',
  tooMuch: '一条消息的附件总计最大 {{megabytes}} MB；文档和图片会先缩小。',
  attach_other: '添加 {{number}} 个文件',
  keys: '方向键移动，空格键勾选，回车键展开或收起文件夹。',
} satisfies TranslationOf<typeof english>
