import type { settings as english } from '../en/settings.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const settings = {
  pages: {
    general: '通用',
    models: '模型',
    permissions: '权限',
    keychain: '钥匙串',
    about: '关于',
  },
  general: {
    theme: '主题',
    themeSystem: '跟随系统',
    themeLight: '浅色',
    themeDark: '深色',
    language: '语言',
    languageSystem: '跟随系统',
    notices: '通知',
    notifications: 'Gatehouse 在后台时通知我',
    notificationsNote:
      '有请求等您时，告知由谁提出、是什么，每个服务器每分钟最多一次。关闭即为勿扰，计数仍会显示。',
    sound: '播放提示音',
    stepLimit: '每轮的步数',
    stepLimitNote: '模型执行这么多步后，本轮会暂停，并询问是否继续。',
    stepLimitIssue: '请填写 1 到 200 的整数。',
    retention: '保留记录',
    retentionNote:
      '更早的记录会被删除，并留下一条说明删除了哪些。导出的文件和更新时生成的数据副本不受影响，对话内容也会保留。',
    retentionNone: '不删除任何记录。',
    retentionAlways: '始终保留',
    retentionDays_other: '{{count}} 天',
  },
  keychain: {
    names: {
      'Secret Service': '此桌面的密钥服务（Secret Service）',
      Keychain: 'macOS 钥匙串',
      'Credential Manager': 'Windows 凭据管理器',
    },
    inKeychain: '密钥保存在{{name}}中，不写入文件。',
    memoryOnly: '密钥只保存在内存中，退出后即丢失。',
    locked: '钥匙串已锁定。',
    lockedNote:
      '其中的密钥仍然保留，但 Gatehouse 目前无法读取或检查。请在系统询问密码时解锁，列表随后会自动更新。在此之前，新密钥只保存在内存中，退出后即丢失。',
    unlock: '再次请求解锁',
    explain:
      '模型和服务器的密钥都保存在操作系统的钥匙串中，Gatehouse 只保存引用。保存后，此窗口无法读回。',
    probe: '重新检测',
    probed: '已找到钥匙串。',
    notFound: '仍然没有钥匙串。',
    again: '钥匙串已恢复正常，密钥已存入其中。',
    show: '查看',
    reasons: {
      'no-bus': '桌面会话总线未运行，无法访问钥匙串。',
      'no-service': '此桌面没有运行钥匙串服务。',
      'no-collection': '钥匙串中没有可存放新密钥的位置。',
      locked: '钥匙串已锁定。',
      'no-library': '缺少访问钥匙串所需的系统库。',
      unknown: '钥匙串无法使用。',
    },
    remedies: {
      'no-bus': '请从桌面会话启动 Gatehouse，或通过 dbus-run-session 启动。',
      'no-service': '请安装并启动 gnome-keyring 或 KWallet，然后重新检测。',
      'no-collection': '请在密码管理器中创建默认密钥环，然后重新检测。',
      locked: '请解锁后重新检测。',
      'no-library': '请安装 libsecret（Debian 上为 libsecret-1-0），然后重新启动 Gatehouse。',
      unknown: '请重新检测，或重新启动 Gatehouse。',
    },
  },
  about: {
    version: 'Gatehouse',
    electron: 'Electron',
    chrome: 'Chromium',
    system: '系统',
    sandbox: '沙盒',
    sandboxOn: '已开启。此窗口只能访问 Gatehouse 自身。',
    sandboxOff: '已关闭，因为 Gatehouse 以 root 身份启动',
    sandboxOffNotice: '此窗口没有沙盒保护，因为 Gatehouse 以 root 身份启动。请以普通用户身份启动。',
    fallback: '正在使用比正式版更旧的 Electron，仅用于开发。',
    dataFolder: '数据文件夹',
    dataFolderNote: '对话、设置和日志。钥匙串中的密钥不在此处。',
    copyFolder: '复制路径',
  },
} satisfies TranslationOf<typeof english>
