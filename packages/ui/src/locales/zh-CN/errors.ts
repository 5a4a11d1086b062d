import type { errors as english } from '../en/errors.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const errors = {
  code: {
    unknown: '此窗口出错了。如果再次出现，请重新加载窗口。',
    'ipc/internal': 'Gatehouse 出错了。详情请查看数据文件夹中的日志。',
    'ipc/invalid-input': 'Gatehouse 未接受输入的内容。请检查后重试。',
    'ipc/too-large': '内容过大，无法一次发送。请缩短后重试。',
    'server/name-lookalike': '此名称与另一个服务器 {{name}} 看起来很像，请换一个不会混淆的名称。',
    'server/name-taken': '已有名为 {{name}} 的服务器，请换一个名称。',
    'server/review-expired': '这次审阅已失效。请重新查看将要运行的内容，然后保存。',
    'server/never-secret':
      '{{names}} 会影响运行的程序或数据的接收者，因此不能作为密钥保存。请以明文填写。',
    'secret/keychain-locked': '钥匙串已锁定，未删除任何内容。请解锁后重试。',
    'secret/forget-interrupted': '钥匙串在删除完成前停止响应。剩余内容将在钥匙串恢复可用后删除。',
    'secret/keychain-unavailable': '钥匙串目前无法使用，未删除任何内容。原因见“设置 › 钥匙串”。',
    'server/secret-elsewhere': '请重新输入 {{names}}：它原本提供给 {{from}}，现在将发送给 {{to}}。',
    'server/value-not-here': '{{name}} 的值已在钥匙串中，不会再次显示。',
    'network/changed': '网络设置在此期间被更改，未保存任何内容。',
    'network/authorities-changed': '{{name}} 在显示后被更改。请重新选择。',
    'network/authorities-unusable': {
      EMPTY: '{{name}} 不含 PEM 格式的证书。请选择其他文件。',
      INVALID: '{{name}} 含有无法读取的证书。请选择其他文件。',
      TOO_LARGE: '{{name}} 大于 {{kilobytes}} kB。请选择只含要添加的证书的文件。',
      TOO_MANY: '{{name}} 含有超过 {{count}} 个证书。请选择只含要添加的证书的文件。',
      other: '无法读取 {{name}}。请确认文件存在且你有权打开。',
    },
    'server/not-found': '此服务器已移除。',
    'chat/quitting': 'Gatehouse 正在退出。你写的内容已保留。',
    'chat/busy': '此对话正在回答。请停止，或等待回答完成。',
    'chat/not-found': '此对话已不存在。',
    'chat/queue-full': '队列最多容纳 {{count}} 条消息，合计 1,000,000 个字符。',
    'chat/not-queued': '此消息已不在队列中。',
    'chat/too-many-prompts':
      '最多保留 {{count}} 条提示词，共 400,000 个字符和 20 MB 文件。请先删除一些。',
    'own-prompt/file-changed': '文件已被更改。请重新添加到提示词。',
    'chat/too-many-presets': '最多保留 {{count}} 个预设。请先删除一个。',
    'chat/not-written': '无法将对话写入此文件。请检查其文件夹是否可写且有足够空间，然后重新导出。',
    'chat/not-exportable':
      '此对话无法导出为 JSON：其中一部分超出格式允许的大小，或已无法读取。请导出为 Markdown。',
    'chat/not-read': '无法读取此文件。请检查文件是否存在，以及你是否有权打开。',
    'chat/import-busy': '正在导入另一个对话，请等待完成。',
    'chat/empty': '此对话没有可以重新运行的内容。',
    'chat/tool-not-found': '服务器已没有此工具。',
    'chat/form-over': '此表单已运行过或已过期，未发送任何内容。',
    'apps/call-open': '此回答中的一个界面有未完成的调用。请先处理或取消该调用，然后继续。',
    'chat/not-interrupted': '此回答已经完整。',
    'chat/not-a-message': '只有回答可以重试。',
    'chat/too-many-pinned': '每个对话最多固定 {{count}} 条消息。请先取消固定一条。',
    'server/not-running': '此服务器未运行。请启动后重试。',
    'request/cancelled': '已取消。如仍需要，请重试。',
    'request/timed-out': '服务器在 {{seconds}} 秒内没有响应。请重试，或在其设置中延长请求超时。',
    'request/connection-lost': '服务器响应之前连接已断开。请重试。',
    'request/refused': '服务器返回错误：{{detail}}',
    'request/invalid-response': '服务器返回了无效的响应。{{detail}}',
    'skill/too-large':
      '未读取此技能：它超过 {{files}} 个文件，或总计超过 {{size}} MB。请向作者索取更小的版本。',
    'skill/unverified': {
      unlisted: '{{file}} 不在技能的文件列表中，因此不使用此技能。报告内容：{{detail}}',
      size: '{{file}} 的大小与服务器的描述不符，因此不使用此技能。报告内容：{{detail}}',
      digest: '{{file}} 的校验和与服务器的描述不符，因此不使用此技能。报告内容：{{detail}}',
      frontmatter:
        '{{file}} 开头的描述与服务器给出的描述不符，因此不使用此技能。报告内容：{{detail}}',
      other: '此技能与服务器的描述不符，因此不会使用。报告内容：{{detail}}',
    },
    'attachment/empty': '内容为空，没有可附加的内容。',
    'attachment/unsupported': {
      office: '这是 2007 年之前的 Word、Excel 或 PowerPoint 文档。请另存为 .docx、.xlsx 或 .pptx。',
      archive: '这是压缩包。请附加其中的文件。',
      other: '无法附加此类型。可附加文本、文档、图片或音频（WAV、MP3）。',
    },
    'attachment/document-needs-password': '此文档需要密码。请另存一份不带密码的副本再附加。',
    'attachment/document-damaged': '此文档已损坏，无法读取。请在相应程序中打开并重新保存。',
    'attachment/document-no-text': '此文档中没有文本。请改为附加其中的图片。',
    'attachment/document-too-large': '此文档解压后的内容过大，无法读取。请只附加其中一部分。',
    'attachment/document-too-slow': '读取此文档耗时过长，已停止。请只附加其中一部分。',
    'attachment/document-too-much-memory': '读取此文档占用内存过多，已停止。请只附加其中一部分。',
    'attachment/document-crashed': '读取此文档时意外失败，未附加任何内容。',
    'attachment/not-in-encoding': '此文件不是该编码的文本，仍保留原来的编码。',
    'attachment/file-too-large': '文件过大。单个文件最大 {{megabytes}} MB。',
    'attachment/picture-too-large':
      '图片过大：{{width}} × {{height}} 像素。单边最多 {{edge}} 像素，总计最多 {{megapixels}} 百万像素。',
    'attachment/picture-damaged': '此图片已损坏，或属于无法绘制的类型。请先另存为 JPEG 或 PNG。',
    'attachment/picture-too-slow': '绘制此图片耗时过长，已停止。请附加较小的图片。',
    'attachment/picture-too-much-memory': '绘制此图片占用内存过多，已停止。请附加较小的图片。',
    'attachment/picture-crashed': '绘制此图片时意外失败，未附加任何内容。',
    'attachment/too-many': '一条消息最多 {{count}} 个附件。请先移除一个。',
    'attachment/too-many-media': '一条消息最多 {{count}} 张图片和音频。请先移除一个。',
    'attachment/too-much': '一条消息的附件总计最大 {{megabytes}} MB。请先移除一个。',
    'attachment/changed': '附件已变化，因此没有发送。请检查后重新发送。',
    'attachment/prompt-changed':
      '有提示词与你之前发送时不同，因此没有发送。请查看改动后使用或移除它。如果该消息正在排队，请移除消息并重新添加提示词。',
    'workspace/not-found': '此工作区已不存在。',
    'store/locked': '另一个程序正在使用 {{file}}，未保存任何内容。请退出其他 Gatehouse 后重试。',
    'store/disk-full': '{{file}} 所在的磁盘已满，未保存任何内容。请释放空间后重试。',
    'store/disk-error': '{{file}} 所在的磁盘报告了错误，未保存任何内容。请检查磁盘后重试。',
    'store/read-only': 'Gatehouse 无权写入 {{file}}，未保存任何内容。请检查其权限。',
    'store/cannot-open': '无法打开 {{file}}。请检查其文件夹是否存在、你是否有写入权限。',
    'store/corrupt':
      '{{file}} 已损坏。请退出并重新启动 Gatehouse：它会检查该文件，如果无法使用，则改名保留并新建一个。',
    'store/constraint': '读写 {{file}} 失败。请重新启动 Gatehouse；如果再次发生，请报告此问题。',
    'store/blob-missing': '此数据已不在磁盘上。',
    'link/failed': '无法启动浏览器。请复制链接，自行打开。',
    'link/not-allowed': '你的规则不允许将此链接中的文字发送给它所指向的服务器主机，链接未打开。',
    'link/refused': '未打开此链接。Gatehouse 只打开不含用户名和密码的完整 http 或 https 网址。',
    'task/not-found': '此任务已不存在。',
    'chat/no-message': '请先写一条消息。',
    'workspace/folder-not-found': '此文件夹已不在该工作区中。',
    'workspace/no-such-entry': '无法读取此文件或文件夹，它可能已被移动或删除。',
    'workspace/timed-out': '此文件或文件夹所在的磁盘没有响应，请稍后再试。',
    'workspace/leads-out': '此处有链接指向文件夹之外，因此没有读取任何内容。',
    'folder/not-picked': 'Gatehouse 启动后你还没有选择过此文件夹，请重新添加。',
    'folder/unreadable': '无法读取此文件夹。请确认它存在，并且你有权打开。',
    'folder/too-slow': '未能及时列出此文件夹。请检查磁盘是否已连接，或选择其中的子文件夹。',
    'workspace/not-absolute': '这不是文件夹的绝对路径。',
    'workspace/search-failed': '无法读取 {{path}}。请检查它是否存在，以及你是否有权打开。',
    'ask/not-as-shown':
      '未发送任何内容，因为将要发送的内容与此窗口显示的不一致。请重新查看请求，再作决定。',
    'audit/retention-changed': '记录的保留时间在此期间已被更改，你的更改未生效。',
    'audit/not-written':
      '无法将记录写入此文件。请检查其文件夹是否可写、空间是否足够，然后重新导出。',
    'ask/draft-too-large': '你在此写下的内容过长，无法保留：重新加载此窗口会丢失它。请发送或缩短。',
    'ask/failed': 'Gatehouse 出了点问题。请重试。',
    'sampling/stopped': '模型还没有写出内容，你就停止了它。',
    'sampling/unusable-arguments': '模型调用“{{tool}}”时给出的参数无法使用。请重新运行。',
    'ask/not-pending': '此请求已被答复或撤回，没有任何更改。',
    'ask/not-by-person': 'Gatehouse 未检测到你在窗口中的点击或按键。请重试。',
    'consent/too-many': '还有其他决定等待你处理。请先答复，然后重试。',
    'provider/not-allowed': '你未允许此地址，没有向它发送任何内容。',
    'ask/other-workspace': '此对话已不在该工作区中，因此没有允许任何内容。',
    'workspace/permissions-changed': '该工作区的权限已有变化，因此没有移动对话。请重试。',
    'workspace/not-allowed': '你未选择或允许这些文件夹，没有对它们进行任何操作。',
    'grant/not-found': '此权限已不在列表中。',
    'grant/no-read-only-tools':
      '此服务器没有声明任何工具为只读且不与外部交互，因此没有可以一并允许的工具。',
    'grant/no-tools': '尚不知道此服务器有哪些工具。请先启动它。',
    'grant/declared-otherwise': '服务器声明此工具不只是读取，因此不能标记。请单独允许该工具。',
    'grant/too-much-to-read': '这些工具的名称过长，无法一次看完。请逐个允许这些工具。',
    'sampling/unknown-model': '其中一个模型已断开或已变化，未作任何更改。',
    'data-flow/server-changed':
      '其中一个服务器或此规则在此期间发生了变化，未作任何更改。请重新查看后再决定。',
    'instructions/none': '服务器现在不提供使用说明。',
    'instructions/too-long':
      '一个服务器的使用说明最多 16,000 个字符，所有服务器合计最多 64,000 个。未允许任何内容。',
    'instructions/changed':
      '服务器或其使用说明在此期间发生了变化，未允许任何内容。请重新查看后再决定。',
    'sampling/server-changed':
      '服务器或其权限在此期间发生了变化，未作任何更改。请重新查看后再决定。',
    'grant/server-changed':
      '在你查看期间，服务器或其工具发生了变化，因此没有允许任何内容。请重新查看。',
    'import/not-picked': '你没有拖放或选择此文件，因此未读取。请重新拖放。',
    'catalogue/unreachable': '无法连接 {{host}}。请检查网络连接和网络设置，然后重新搜索。',
    'catalogue/refused': '{{host}} 没有返回服务器列表（状态 {{status}}）。请稍后再试。',
    'import/over': '此次导入已结束或过期。请关闭后重新导入。',
    'import/server-gone': '所选的服务器已不在导入的配置中。请重新选择。',
    'import/input-missing': '所选的服务器需要填写一个值。请填写，或取消选择该服务器。',
    'import/invalid': '使用这些值无法添加 {{name}}（{{at}}）。请修改，或取消选择该服务器。',
    'import/too-much-to-read':
      '这些服务器的内容太多，无法一次审阅：合计最多 1,048,576 个字符，其中换行和不可见字符最多 8,000 个。请少选几个。',
    'import/own-value': '不显示 {{name}} 的值：它来自你的环境变量，或尚未填写。',
    'import/folder-empty':
      '{{folder}} 中没有 .vscode/mcp.json、.cursor/mcp.json 或 .mcp.json。请选择含有其中之一的项目文件夹，或选择文件。',
    'chat/import-refused': {
      'not-a-chat': '这不是 Gatehouse 导出的对话。请选择 .chat.jsonl 文件。',
      'no-export':
        '此文件中没有 ChatGPT 或 Claude 的对话。请选择下载的压缩包，或其中的 conversations.json。',
      changed: '此文件在打开期间发生了变化。请重新导入。',
      newer: '此对话由更新版本的 Gatehouse 导出。请更新 Gatehouse 后再导入。',
      'too-large': '此文件超出对话允许的大小，未导入任何内容。',
      cut: '此文件缺少结尾，未导入任何内容。请重新导出对话。',
      damaged: '此文件第 {{line}} 行已损坏，未导入任何内容。请重新导出对话。',
      other: '无法导入此文件，未导入任何内容。',
    },
  },
  withProviderMessage: '{{problem}}提供方的说明：{{detail}}',
  withWait: '{{problem}}提供方要求等待 {{time}}。',
  connection: {
    'command-not-found': '{{name}} 无法启动：找不到“{{command}}”。请安装，或填写完整路径。',
    'command-not-executable':
      '{{name}} 无法启动：“{{command}}”不可执行。请更改权限，或换一个命令。',
    'directory-missing': '{{name}} 无法启动：工作目录不存在。请创建该目录，或设置其他目录。',
    'secret-missing':
      '{{name}} 未启动：钥匙串中缺少它需要的密钥（{{detail}}）。请在服务器设置中重新输入。',
    'keychain-locked':
      '{{name}} 未启动：钥匙串已锁定，无法读取所需的密钥（{{detail}}）。请解锁钥匙串后重新启动服务器，无需重新输入密钥。',
    'keychain-unavailable':
      '{{name}} 未启动：钥匙串当前不可用，无法读取所需的密钥（{{detail}}）。原因见“设置 › 钥匙串”。也可以重新输入密钥，仅在本次运行期间有效。',
    'secret-elsewhere':
      '{{name}} 未启动：密钥（{{detail}}）是提供给另一个程序或地址的。请在服务器设置中重新输入。',
    'launch-changed': '{{name}} 未启动：将要运行的内容与你允许的不同。请查看后再次允许。',
    'no-workspace-folder':
      '{{name}} 未启动：它需要工作区的文件夹，但没有工作区包含文件夹。请在“工作区”中添加文件夹，然后重新启动。',
    'preparation-timeout':
      '{{name}} 未启动：在 {{seconds}} 秒内未能读取它的命令、文件、密钥或代理。请检查钥匙串、代理和网络文件夹，然后重新启动。',
    exited: '{{name}} 已退出。最后几行输出可能说明了原因。',
    'no-response':
      '{{name}} 在 {{seconds}} 秒内没有响应。它可能不是 MCP 服务器，或需要更长的启动时间。',
    'bad-output':
      '{{name}} 输出了 MCP 消息以外的内容。服务器的标准输出只能用于消息，日志应写到标准错误。',
    unreachable: '无法连接 {{name}}。请检查 URL，并确认服务器正在运行。',
    tls: '无法安全连接 {{name}}：证书不受信任，或与地址不符。如果你的组织有自己的证书颁发机构，请在服务器设置中添加其文件。',
    proxy:
      '无法通过代理 {{detail}} 连接 {{name}}。请检查服务器设置、“设置”的“网络”或系统设置中的代理。',
    'ca-file': '{{name}} 的证书颁发机构文件无法使用。请在服务器设置中选择 PEM 文件，或将其移除。',
    'http-status': '{{name}} 返回了 HTTP {{status}}，而不是 MCP。请检查 URL 的路径和请求头。',
    'sign-in-needed': '{{name}} 需要登录。如果你有令牌，请添加 Authorization 请求头。',
    redirected: '{{name}} 重定向到了另一个地址，Gatehouse 不跟随重定向。请填写最终的 URL。',
    'version-unsupported':
      '{{name}} 与 Gatehouse 没有共同的协议版本。请选择其他协议设置，或更新服务器或 Gatehouse。',
    protocol: '{{name}} 违反了 MCP 协议。请更新服务器，或向其作者反馈。',
    internal: 'Gatehouse 出错，{{name}} 无法启动。详情请查看数据文件夹中的日志。',
  },
  withServiceMessage: '{{problem}}该服务的说明：“{{said}}”',
  signInMismatch:
    '未能登录 {{name}}：登录元数据中的 {{field}} 是 {{found}}，而应为 {{expected}}。需要由服务器的运营方更正。如果你有令牌，也可以添加 Authorization 请求头。',
  signInClientMismatch:
    '未能登录 {{name}}：设置中的客户端属于 {{expected}}，而服务器指向 {{found}}。如果服务器已迁移，请在设置中更改客户端。',
  signInIssMismatch:
    '未能登录 {{name}}：响应中的颁发者是 {{found}}，应为 {{expected}}，因此未使用该响应。请重新登录。如果再次出现，需由登录服务的运营方更正。',
  signInIssMissing:
    '未能登录 {{name}}：响应中没有颁发者，应为 {{expected}}，因此未使用该响应。请重新登录。如果再次出现，需由登录服务的运营方更正。',
  signInRedirect:
    '未能登录 {{name}}：登录服务不接受 {{address}} 作为浏览器的返回地址。请选择其他返回方式，或填写已在该服务注册的客户端。',
  signInMissing:
    '未能登录 {{name}}：登录元数据中缺少 {{field}}，应为 {{expected}}。需要由服务器的运营方更正。如果你有令牌，也可以添加 Authorization 请求头。',
  signIn: {
    refused: '你没有登录 {{name}}。需要时请点击“重试”。',
    denied: '未能登录 {{name}}：授权服务器拒绝了请求。',
    'timed-out': '登录 {{name}} 超时。请点击“重试”重新开始。',
    unsafe: '登录 {{name}} 已中止，因为某个地址或响应不可信。详情请查看日志。',
    unsupported:
      '{{name}} 需要登录，但没有提供 Gatehouse 可用的登录方式。如果你有令牌，请添加 Authorization 请求头。',
    unreachable: '无法连接 {{name}} 的登录服务。请稍后重试。',
    rejected:
      '{{name}} 的登录服务拒绝了请求，原因请查看日志。如果你有令牌，也可以添加 Authorization 请求头。',
    locked: '{{name}} 的登录信息保存在钥匙串中，目前无法读取。请解锁后重试。',
    'port-in-use':
      '无法登录 {{name}}：浏览器应返回的地址 {{address}} 正被其他程序或另一次登录占用。请结束占用它的程序，或在服务器设置的“高级”中更换端口。',
  },
  unreachable: {
    refused: '无法连接 {{name}}：此地址没有服务在监听。请启动服务器，或检查端口。',
    'name-unknown': '无法连接 {{name}}：找不到主机名。请检查拼写和网络连接。',
    'bad-port': '无法连接 {{name}}：此端口保留给其他服务，不能用于 HTTP。请换一个端口。',
    'timed-out': '无法连接 {{name}}：此地址没有及时响应。请检查地址和网络连接。',
    reset: '无法连接 {{name}}：连接被关闭。请检查 URL，并确认服务器正在运行。',
  },
  detail: {
    code: '错误代码：{{code}}',
    response: '服务器的响应：',
    output: '服务器的输出：',
  },
  httpStatus: {
    busy: '{{name}} 收到的请求过多（HTTP {{status}}）。',
    down: '{{name}} 暂时不可用（HTTP {{status}}）。',
    error: '{{name}} 内部出错（HTTP {{status}}）。请查看其日志，或联系其管理者。',
    forbidden: '{{name}} 拒绝访问（HTTP {{status}}）。请检查请求头中的密钥或令牌及其权限。',
  },
  invalidResponse:
    '{{name}} 返回的不是 MCP 响应。请检查 URL 是否为 MCP 端点，许多端点以 /mcp 结尾。',
  exitedWithCode: '{{name}} 已退出，退出代码为 {{exitCode}}。最后几行输出可能说明了原因。',
  exitedBySignal: '{{name}} 被信号 {{signal}} 终止。',
  model: {
    'no-model': '此对话使用的模型已断开。请选择其他模型。',
    'key-missing':
      '提供方需要密钥或请求头，但尚未设置，或已不在钥匙串中。请在“设置 › 模型”中输入。',
    'keychain-locked': '钥匙串已锁定，无法读取密钥。请解锁钥匙串后重试，无需重新输入密钥。',
    'keychain-unavailable':
      '钥匙串当前不可用，无法读取密钥。原因见“设置 › 钥匙串”。也可以重新输入密钥，仅在本次运行期间有效。',
    'key-elsewhere': '此密钥或请求头是提供给另一个地址的。如要发送到此地址，请重新输入。',
    'key-refused': '提供方拒绝了密钥。请检查，或输入新的密钥。',
    'model-not-found': '提供方没有这个模型。请选择其他模型。',
    'rate-limited': '提供方收到的请求过多。请稍后重试。',
    'quota-exhausted': '此账户的额度已用完。请到提供方处查看账户。',
    overloaded: '提供方负载过高。请稍后重试。',
    'context-too-long':
      '省略部分较早内容后，仍超出模型的上下文窗口。可重试以省略更多内容，或取消固定消息、移除附件、关闭部分工具，或改用上下文更大的模型。如果显示的上下文大小不正确，请在“设置”的“模型”中更正。',
    'tools-unsupported': '这个模型不能使用工具。请选择其他模型。',
    'bad-request': '提供方拒绝了请求。请换一个模型试试。',
    unreachable: '无法连接提供方。请检查地址，以及它是否正在运行。',
    'proxy-failed': '无法通过代理连接提供方。请在“设置”的“网络”中检查代理和证书。',
    'proxy-refused': '代理需要其他用户名或密码。请在“设置”的“网络”中检查代理。',
    'certificate-untrusted':
      '提供方的证书不受信任。如果你的组织有自己的证书颁发机构，请在“设置”的“网络”中添加。',
    'timed-out': '提供方没有及时响应。请稍后重试。',
    truncated: '提供方提前结束了回答。已收到的内容已保留。',
    filtered: '消息或回答被提供方的内容审核拦截，或模型拒绝回答。请修改消息，或换一个模型。',
    'empty-answer': '模型返回了空回答。请重试，或换一个模型。',
    'call-in-text': '模型把工具调用写成了文字，因此没有运行。你可以将它作为调用运行。',
    'data-policy': '没有提供方符合此账户的数据政策。请调整账户的隐私设置，或换一个模型。',
    'region-unsupported': '提供方不在你所在的国家或地区提供这个模型。请换一个提供方。',
    'length-limit': '回答达到了输出上限。',
    'too-much': '模型发送的内容超出了单次回答的上限，回答已结束。已收到的内容已保留。',
    'cost-limit': '此对话已达到费用上限。如要继续，请在对话设置中提高上限。',
    'turn-too-large': '本轮的工具结果超出大小上限。请发送新消息以继续。',
    'invalid-response': '该地址有响应，但不是受支持的模型 API。请检查 URL。',
    redirected: '提供方重定向到了另一个地址，Gatehouse 不跟随重定向。请填写最终地址。',
    'server-error': '提供方返回了 HTTP {{status}}。请稍后重试。',
    'server-error-without-status': '提供方报告了错误。请稍后重试。',
    internal: 'Gatehouse 出错，回答中断。详情请查看数据文件夹中的日志。',
  },
  modelReason: {
    'no-such-address': '此地址上没有可用的接口。请在“设置 › 模型”中检查基础 URL，多数以 /v1 结尾。',
    'key-not-permitted': '提供方不允许用当前密钥执行此操作。请检查该密钥的权限。',
    'web-page': '该地址返回了网页而不是回答。中间可能有代理，或 URL 有误。',
    'unreadable-call': '模型写出的工具调用无法读取，因此没有运行。请重试，或换一个模型。',
    'no-credit': '你在提供方的账户余额已用完。请到提供方处充值，或换一个模型。',
  },
} satisfies TranslationOf<typeof english>
