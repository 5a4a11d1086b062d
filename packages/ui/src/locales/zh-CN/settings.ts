import type { settings as english } from '../en/settings.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const settings = {
  pages: {
    general: '通用',
    models: '模型',
    permissions: '权限',
    network: '网络',
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
    notificationsNote: '通知会注明服务器和请求，每个服务器每分钟最多一次。关闭后待办数仍会显示。',
    sound: '播放提示音',
    keepInTray: '关闭窗口后在托盘中继续运行',
    keepInTrayNote:
      '服务器和回答会继续。需要您处理的请求会等到您通过托盘图标或再次启动来打开 Gatehouse。',
    noTray: '未在此桌面上找到托盘。如果关闭窗口后看不到图标，请再次启动 Gatehouse 来打开窗口。',
    sendWith: '发送消息的按键',
    sendEnter: 'Enter（Shift+Enter 换行）',
    sendModEnter: 'Ctrl+Enter，Mac 上为 Cmd+Enter（Enter 换行）',
    sendModEnterNote:
      '等待您处理的请求也用此快捷键允许。在消息框中，只有未写任何内容、也未添加附件时才会允许请求；否则只发送消息，不允许任何请求。',
    whileAnswering: '回答进行中发送消息时',
    answeringQueue: '排队等待',
    answeringStop: '停止回答并发送',
    stepLimit: '每轮的步数',
    stepLimitNote: '模型执行这么多步后，本轮会暂停，并询问是否继续。',
    stepLimitIssue: '请填写 1 到 200 的整数。',
    retention: '保留记录',
    retentionNote:
      '更早的记录会被删除，并留下一条说明删除了哪些。导出的文件、更新时生成的备份和对话不受影响。',
    retentionNone: '不删除任何记录。已经开始的删除仍会完成。',
    retentionAlways: '始终保留',
    retentionDays_other: '{{count}} 天',
  },
  quickAsk: {
    label: '快速提问的快捷键',
    note: 'Gatehouse 运行时，无论您在使用哪个程序，按下它都会打开一个小窗口供您提问。它不会打开其他内容，也不会发送任何内容。',
    record: '录制快捷键',
    recording: '请按下组合键，按 Esc 取消',
    clear: '移除',
    taken: '无法注册此快捷键，可能已被其他程序占用。请换一个。',
    inactive: '这个快捷键目前不起作用，可能已被其他程序占用。',
    wayland: '在 Wayland 会话中，此快捷键是否有效由桌面决定，可能只在某些应用位于前台时有效。',
    inactiveOnWayland:
      '这个快捷键目前不起作用。可能已被其他程序占用，或者此 Wayland 桌面不提供全局快捷键。',
    refusedOnWayland:
      '无法注册此快捷键。可能已被其他程序占用，或者此 Wayland 桌面不提供全局快捷键。',
    problem: {
      'no-modifier': '请同时按住 Ctrl、Alt、Cmd 或 Super。',
      key: '请使用字母、数字、功能键或空格键。',
      'in-use-everywhere':
        '其他程序常用此组合键。使用字母或数字时，请同时按住 Ctrl、Alt、Shift、Cmd 或 Super 中的两个。',
    },
  },
  spelling: {
    label: '检查拼写',
    note: '消息中拼写有误的单词会被标出，右键点击可查看建议。检查在本机进行，内容不会发送到任何地方。',
    bySystem:
      '消息中拼写有误的单词会被标出，右键点击可查看建议。由 macOS 检查，语言以系统的键盘设置为准。',
    languages: '语言',
    languagesNote: 'Gatehouse 自带英语词典；在 Linux 上，还会列出系统中已有的 Hunspell 词典。',
    none: '没有使用任何词典，因此不会标出单词。在 Linux 上，请安装所需语言的 Hunspell 词典，然后重新打开此页面。',
    broken: '{{language}}词典无法使用',
    brokenNote: '文件已损坏，或不是 Hunspell 词典：{{path}}。请重新安装。',
    full: '您的词典已满：最多可有 {{count}} 个单词。请先移除一些，再添加其他单词。',
    words_other: '您添加的 {{count}} 个单词',
    removeWord: '移除“{{word}}”',
  },
  keychain: {
    untried: '尚未使用过钥匙串。',
    untriedNote: {
      'Secret Service':
        '此桌面的密钥服务（Secret Service）正在运行。首次保存或读取密钥时才会使用它，届时桌面可能会要求输入密码。',
      Keychain: 'macOS 钥匙串可用。首次保存或读取密钥时才会使用它，届时 macOS 可能会要求输入密码。',
      'Credential Manager': 'Windows 凭据管理器可用。首次保存或读取密钥时才会使用它。',
    },
    inKeychain: {
      'Secret Service':
        '密钥保存在此桌面的密钥服务（Secret Service）中，Gatehouse 不会将其写入自己的文件。',
      Keychain: '密钥保存在 macOS 钥匙串中，Gatehouse 不会将其写入自己的文件。',
      'Credential Manager': '密钥保存在 Windows 凭据管理器中，Gatehouse 不会将其写入自己的文件。',
    },
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
    reasonAndRemedy: '{{reason}}{{remedy}}',
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
    systemFacts: '{{platform}}，语言 {{language}}',
    sandbox: '沙盒',
    sandboxOn: '已开启，窗口进程在沙盒中运行。',
    sandboxOff: '已关闭，因为 Gatehouse 以 root 身份启动',
    sandboxOffNotice: '此窗口没有沙盒保护，因为 Gatehouse 以 root 身份启动。请以普通用户身份启动。',
    fallback: '正在使用比正式版更旧的 Electron，仅用于开发。',
    dataFolder: '数据文件夹',
    dataFolderNote: '对话、设置和日志。钥匙串中的密钥不在此处。',
    copyFolder: '复制路径',
  },
} satisfies TranslationOf<typeof english>
