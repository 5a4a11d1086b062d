export const settings = {
  pages: {
    general: 'General',
    models: 'Models',
    servers: 'Servers',
    permissions: 'Permissions',
    network: 'Network',
    keychain: 'Keychain',
    backup: 'Backup',
    about: 'About',
  },
  general: {
    theme: 'Theme',
    themeSystem: 'Same as system',
    themeLight: 'Light',
    themeDark: 'Dark',
    language: 'Language',
    languageSystem: 'Same as system',
    fontSize: 'Text size',
    fontSizes: { small: 'Small', normal: 'Normal', large: 'Large', larger: 'Larger' },
    density: 'Spacing',
    densityNormal: 'Normal',
    densityCompact: 'Compact',
    notices: 'Notifications',
    notifications: 'Notify me while Gatehouse is in the background',
    notificationsNote:
      'Notifications name the server and the request, at most one per minute per server. The count stays visible when they are off.',
    sound: 'With a sound',
    pictureMetadata: 'Remove location and camera data from attached images',
    pictureMetadataNote:
      'Your files stay as they are. You can decide for each image in its preview.',
    keepInTray: 'Keep running in the tray when the window is closed',
    keepInTrayNote:
      'Servers and running answers continue. Requests wait until you open Gatehouse again, from its icon or by starting it.',
    noTray:
      'No tray was found on this desktop. If you see no icon after closing the window, start Gatehouse again to reopen it.',
    sendWith: 'Send messages with',
    sendEnter: 'Enter (Shift+Enter for a new line)',
    sendModEnter: 'Ctrl+Enter, or Cmd+Enter on a Mac (Enter for a new line)',
    sendModEnterNote:
      'The same keys allow a waiting request. In the message field they do so only while it is empty; otherwise they send the message and allow nothing.',
    apps: 'Interfaces of servers',
    appsInline: 'Draw in the chat, sealed: no network, no permissions',
    appsWindow: 'Open each in a window of its own',
    appsText: 'Show results as text',
    appsNote: 'Counts from the next start of a server.',
    whileAnswering: 'When you send during an answer',
    answeringQueue: 'Queue the message',
    answeringStop: 'Stop the answer and send',
    stepLimit: 'Steps per turn',
    stepLimitNote: 'After this many model steps, the turn pauses and asks whether to continue.',
    stepLimitIssue: 'Enter a whole number from 1 to 200.',
    retention: 'Keep activity',
    retentionNote:
      'Older entries are deleted, and a new entry records which. Exports, backups made by updates, and chats are not affected.',
    retentionNone: 'No entry is deleted. A deletion that has begun is still completed.',
    retentionAlways: 'Always',
    retentionDays_one: '{{count}} day',
    retentionDays_other: '{{count}} days',
  },
  quickAsk: {
    label: 'Shortcut for quick ask',
    note: 'Opens a small chat window from any app while Gatehouse is running. Nothing is sent until you send it.',
    record: 'Record a shortcut',
    recording: 'Press the keys, or Esc to cancel',
    clear: 'Remove',
    taken: 'Could not register this shortcut. Another program may be using it. Choose another one.',
    inactive: 'This shortcut does not work now. Another program may use it.',
    wayland:
      'In a Wayland session, the desktop decides whether this shortcut works. It may work only while some apps are in front.',
    inactiveOnWayland:
      'This shortcut does not work now. Another program may use it, or this Wayland desktop gives apps no global shortcuts.',
    refusedOnWayland:
      'Could not register this shortcut. Another program may be using it, or this Wayland desktop gives apps no global shortcuts.',
    problem: {
      'no-modifier': 'Hold Ctrl, Alt, Cmd or Super as well.',
      key: 'Use a letter, a digit, a function key or the space bar.',
      'in-use-everywhere':
        'Other programs commonly use this combination. With a letter or digit, hold two of Ctrl, Alt, Shift and Cmd or Super.',
    },
  },
  spelling: {
    label: 'Check spelling',
    note: 'Misspelled words in your messages are underlined; right-click one for suggestions. Words are checked on this computer and not sent anywhere.',
    bySystem:
      'Misspelled words in your messages are underlined; right-click one for suggestions. macOS checks them, in the languages set in its keyboard settings.',
    languages: 'Languages',
    languagesNote:
      'English comes with Gatehouse. On Linux, Hunspell dictionaries that your system has are listed as well.',
    none: 'No dictionary is used, so nothing is underlined. On Linux, install a Hunspell dictionary for your language, then open this page again.',
    broken: 'The dictionary for {{language}} cannot be used',
    brokenNote: 'Its file is damaged or not a Hunspell dictionary: {{path}}. Install it again.',
    full: 'Your dictionary is full: it can have {{count}} words. Remove some to add others.',
    words_one: '{{count}} word added by you',
    words_other: '{{count}} words added by you',
    removeWord: 'Remove “{{word}}”',
  },
  keychain: {
    untried: 'The keychain has not been tried yet.',
    untriedNote: {
      'Secret Service':
        'The Secret Service of this desktop is running. Gatehouse tries it when it first stores or reads a secret; your desktop may ask for a password then.',
      Keychain:
        'The macOS Keychain is there. Gatehouse tries it when it first stores or reads a secret; macOS may ask for a password then.',
      'Credential Manager':
        'The Windows Credential Manager is there. Gatehouse tries it when it first stores or reads a secret.',
    },
    inKeychain: {
      'Secret Service':
        'Secrets are stored in the Secret Service of this desktop. Gatehouse does not write them to its own files.',
      Keychain:
        'Secrets are stored in the macOS Keychain. Gatehouse does not write them to its own files.',
      'Credential Manager':
        'Secrets are stored in the Windows Credential Manager. Gatehouse does not write them to its own files.',
    },
    memoryOnly: 'Secrets are kept in memory only and are lost when you quit.',
    locked: 'The keychain is locked.',
    lockedNote:
      'Secrets in it are kept, but Gatehouse cannot read or check them now. Unlock it where your system asks for the password; the list then updates by itself. Until then, new secrets are kept in memory only and are lost when you quit.',
    unlock: 'Ask again',
    explain:
      'API keys of models and secrets of servers are stored in your operating system’s keychain. Gatehouse keeps only references to them. After you save a secret, this window cannot read it back. The key that signs the record is there too.',
    probe: 'Check again',
    probed: 'Keychain found.',
    notFound: 'Still no keychain found.',
    again: 'The keychain works again, and your secrets are stored there.',
    show: 'Show',
    reasonAndRemedy: '{{reason}} {{remedy}}',
    reasons: {
      'no-bus': 'No desktop session bus is running, so no keychain can be reached.',
      'no-service': 'No keychain service is running on this desktop.',
      'no-collection': 'The keychain has no place for new secrets.',
      locked: 'The keychain is locked.',
      'no-library': 'The system library for the keychain is missing.',
      unknown: 'The keychain is not working.',
    },
    remedies: {
      'no-bus': 'Start Gatehouse from a desktop session, or under dbus-run-session.',
      'no-service': 'Install and start gnome-keyring or KWallet, then check again.',
      'no-collection': 'Create a default keyring in your password manager, then check again.',
      locked: 'Unlock it, then check again.',
      'no-library': 'Install libsecret (libsecret-1-0 on Debian), then restart Gatehouse.',
      unknown: 'Check again, or restart Gatehouse.',
    },
  },
  about: {
    version: 'Gatehouse',
    electron: 'Electron',
    chrome: 'Chromium',
    system: 'System',
    systemFacts: '{{platform}}, language {{language}}',
    sandbox: 'Sandbox',
    sandboxOn: 'On. The window’s process is sandboxed.',
    sandboxOff: 'Off, because Gatehouse was started as root',
    sandboxOffNotice:
      'This window has no sandbox, because Gatehouse was started as root. Start it as an ordinary user.',
    fallback: 'Running on an older Electron than the release. For development only.',
    dataFolder: 'Data folder',
    dataFolderNote: 'Chats, settings and logs. Secrets in the keychain are not stored here.',
    copyFolder: 'Copy path',
  },
}
