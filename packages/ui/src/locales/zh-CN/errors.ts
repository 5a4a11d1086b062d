import type { errors as english } from '../en/errors.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const errors = {
  code: {
    unknown: '此窗口出错了。如果再次出现，请重新加载窗口。',
    internal: 'Gatehouse 出错了。详情请查看数据文件夹中的日志。',
    invalidInput: 'Gatehouse 未接受输入的内容。请检查后重试。',
    tooLarge: '内容过大，无法一次发送。请缩短后重试。',
    nameLookalike: '此名称与另一个服务器 {{name}} 看起来很像，请换一个不会混淆的名称。',
    nameTaken: '已有名为 {{name}} 的服务器，请换一个名称。',
    reviewExpired: '这次审阅已失效。请重新查看将要运行的内容，然后保存。',
    neverSecret:
      '{{names}} 会影响运行的内容或谁能读到发送的内容，因此不能作为密钥保存。请以明文填写。',
    forgetLocked: '钥匙串已锁定，未删除任何内容。请解锁后重试。',
    forgetInterrupted: '钥匙串在删除完成前停止响应。剩余内容将在钥匙串恢复可用后删除。',
    forgetUnavailable: '钥匙串目前无法使用，未删除任何内容。原因见“设置 > 钥匙串”。',
    secretElsewhere: '请重新输入 {{names}}：它原本提供给 {{from}}，现在将发送给 {{to}}。',
    valueNotHere: '{{name}} 的值已在钥匙串中，不会再次显示。',
    serverGone: '此服务器已移除。',
    chatBusy: '此对话正在回答。请停止，或等待回答完成。',
    chatGone: '此对话已不存在。',
    chatEmpty: '此对话没有可以重新运行的内容。',
    toolGone: '服务器已没有此工具。',
    notInterrupted: '此回答已经完整。',
    notAMessage: '只有回答可以重试。',
    notRunning: '此服务器未运行。请启动后重试。',
    requestCancelled: '已取消。如仍需要，请重试。',
    requestTimedOut: '服务器在 {{seconds}} 秒内没有响应。请重试，或在其设置中延长请求超时。',
    requestLost: '服务器响应之前连接已断开。请重试。',
    requestRefused: '服务器返回错误：{{detail}}',
    requestBadAnswer: '服务器返回了无效的响应。{{detail}}',
    skillTooLarge:
      '未读取此技能：它超过 {{files}} 个文件，或总计超过 {{size}} MB。请向作者索取更小的版本。',
    skillUnverified: '{{file}} 与服务器的描述不符：{{reason}}（{{detail}}）。',
    attachmentEmpty: '内容为空，没有可附加的内容。',
    attachmentUnsupported:
      '无法附加此类型。可附加文本、图片（PNG、JPEG、GIF、WebP）或音频（WAV、MP3）。',
    attachmentFileTooLarge: '文件过大。单个文件最大 {{megabytes}} MB。',
    attachmentPictureTooLarge:
      '图片过大：{{width}} × {{height}} 像素。单边最多 {{edge}} 像素，总计最多 {{megapixels}} 百万像素。',
    attachmentTooMany: '一条消息最多 {{limit}} 个附件。请先移除一个。',
    attachmentTooMuch: '一条消息的附件总计最大 {{megabytes}} MB。请先移除一个。',
    attachmentChanged: '附件已变化，因此没有发送。请检查后重新发送。',
    workspaceGone: '此工作区已不存在。',
    folderGone: '此文件夹已不在该工作区中。',
    notAbsolute: '这不是文件夹的绝对路径。',
    searchFailed: '无法读取 {{path}}。请检查它是否存在，以及您是否有权打开。',
    notAsShown:
      '未发送任何内容，因为将要发送的内容与此窗口显示的不一致。请重新查看请求，再作决定。',
    auditNotWritten:
      '无法将活动记录写入此文件。请检查其文件夹是否可写、空间是否足够，然后重新导出。',
    draftTooLarge: '您在此写下的内容过长，无法保留：重新加载此窗口会丢失它。请发送或缩短。',
    askOver: '此请求已被答复或撤回，没有任何更改。',
    notByPerson: 'Gatehouse 未检测到您在窗口中的点击或按键。请重试。',
    consentTooMany: '还有其他决定等待您处理。请先答复，然后重试。',
    providerNotAllowed: '您未允许此地址，没有向它发送任何内容。',
    foldersNotAllowed: '您未选择或允许这些文件夹，没有对它们进行任何操作。',
    permissionGone: '此权限已不在列表中。',
    noReadOnlyTools: '此服务器没有声明任何工具为只读且不与外部交互，因此没有可以一并允许的工具。',
    readOnlyTooMuch: '这些工具的名称过长，无法一次看完。请逐个允许这些工具。',
    readOnlyServerChanged:
      '在您查看工具期间，服务器的程序或地址发生了变化，因此没有允许任何工具。请重新查看。',
    importOver: '此次导入已结束或过期。请关闭后重新导入。',
    importServerGone: '所选的服务器已不在导入的配置中。请重新选择。',
    importInputMissing: '所选的服务器需要填写一个值。请填写，或取消选择该服务器。',
    importInvalid: '使用这些值无法添加 {{name}}（{{at}}）。请修改，或取消选择该服务器。',
    importTooMuch:
      '这些服务器的内容太多，无法一次审阅：合计最多 1,048,576 个字符，其中换行和不可见字符最多 8,000 个。请少选几个。',
    importOwnValue: '不显示 {{name}} 的值：它来自您的环境变量，或尚未填写。',
    importFolderEmpty:
      '{{folder}} 中没有 .vscode/mcp.json、.cursor/mcp.json 或 .mcp.json。请选择含有其中之一的项目文件夹，或选择文件。',
  },
  skillReason: {
    unlisted: '该文件不在技能的文件列表中',
    size: '大小不同',
    digest: '校验和不同',
    frontmatter: '文件开头的描述不同',
  },
  saidByProvider: '提供方的说明：{{detail}}',
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
    'launch-changed': '{{name}} 未启动：将要运行的内容与您允许的不同。请查看后再次允许。',
    exited: '{{name}} 已退出。最后几行输出可能说明了原因。',
    'no-answer':
      '{{name}} 在 {{seconds}} 秒内没有响应。它可能不是 MCP 服务器，或需要更长的启动时间。',
    'bad-output':
      '{{name}} 输出了 MCP 消息以外的内容。服务器的标准输出只能用于消息，日志应写到标准错误。',
    unreachable: '无法连接 {{name}}。请检查 URL，并确认服务器正在运行。',
    tls: '无法安全连接 {{name}}：证书不受信任，或与地址不符。如果您的组织有自己的证书颁发机构，请在服务器设置中添加其文件。',
    proxy: '无法通过代理 {{detail}} 连接 {{name}}。请检查服务器设置或系统设置中的代理。',
    'ca-file': '{{name}} 的证书颁发机构文件无法使用。请在服务器设置中选择 PEM 文件，或将其移除。',
    'http-status': '{{name}} 返回了 HTTP {{status}}，而不是 MCP。请检查 URL 的路径和请求头。',
    'sign-in-needed': '{{name}} 需要登录。如果您有令牌，请添加 Authorization 请求头。',
    redirected: '{{name}} 重定向到了另一个地址，Gatehouse 不跟随重定向。请填写最终的 URL。',
    'version-unsupported':
      '{{name}} 与 Gatehouse 没有共同的协议版本。请选择其他协议设置，或更新服务器或 Gatehouse。',
    protocol: '{{name}} 违反了协议。请更新服务器，或向其作者反馈。',
    internal: 'Gatehouse 出错，{{name}} 无法启动。详情请查看数据文件夹中的日志。',
  },
  signIn: {
    refused: '您没有登录 {{name}}。需要时请点击“重试”。',
    denied: '未能登录 {{name}}：登录页面拒绝了请求。',
    'timed-out': '登录 {{name}} 超时。请点击“重试”重新开始。',
    unsafe: '登录 {{name}} 已中止，因为某个地址或应答不可信。详情请查看日志。',
    unsupported:
      '{{name}} 需要登录，但没有提供 Gatehouse 可用的登录方式。如果您有令牌，请添加 Authorization 请求头。',
    unreachable: '无法连接 {{name}} 的登录服务。请稍后重试。',
    rejected:
      '{{name}} 的登录服务拒绝了请求，原因请查看日志。如果您有令牌，也可以添加 Authorization 请求头。',
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
  badAnswer: '{{name}} 返回的不是 MCP 响应。请检查 URL 是否为 MCP 端点，许多端点以 /mcp 结尾。',
  exitedWithCode: '{{name}} 已退出，退出代码为 {{exitCode}}。最后几行输出可能说明了原因。',
  exitedBySignal: '{{name}} 被信号 {{signal}} 终止。',
  model: {
    'no-model': '此对话使用的模型已断开。请选择其他模型。',
    'key-missing': '钥匙串中没有此密钥。请在“设置 › 模型”中重新输入。',
    'keychain-locked': '钥匙串已锁定，无法读取密钥。请解锁钥匙串后重试，无需重新输入密钥。',
    'keychain-unavailable':
      '钥匙串当前不可用，无法读取密钥。原因见“设置 › 钥匙串”。也可以重新输入密钥，仅在本次运行期间有效。',
    'key-elsewhere': '此密钥是提供给另一个地址的。如要发送到此地址，请重新输入。',
    'key-refused': '提供方拒绝了密钥。请检查，或输入新的密钥。',
    'model-not-found': '提供方没有这个模型。请选择其他模型。',
    'rate-limited': '提供方收到的请求过多。请稍后重试。',
    'quota-exhausted': '此账户的额度已用完。请到提供方处查看账户。',
    overloaded: '提供方负载过高。请稍后重试。',
    'context-too-long': '此对话超出了模型能读取的长度。请新建对话。',
    'tools-unsupported': '这个模型不能使用工具。请选择其他模型。',
    'bad-request': '提供方拒绝了请求。请换一个模型试试。',
    unreachable: '无法连接提供方。请检查地址，以及它是否正在运行。',
    'timed-out': '提供方没有及时响应。请稍后重试。',
    truncated: '提供方提前结束了回答。已收到的内容已保留。',
    'length-limit': '回答达到了输出上限。',
    'too-much': '模型发送的内容超出了单次回答的上限，回答已结束。已收到的内容已保留。',
    'turn-too-large': '本轮结果超出了单轮上限。请发送新消息以继续。',
    'bad-answer': '该地址有响应，但不像模型提供方。请检查 URL。',
    redirected: '提供方重定向到了另一个地址，Gatehouse 不跟随重定向。请填写最终地址。',
    'server-error': '提供方返回了 HTTP {{status}}。请稍后重试。',
    internal: 'Gatehouse 出错，回答中断。详情请查看数据文件夹中的日志。',
  },
} satisfies TranslationOf<typeof english>
