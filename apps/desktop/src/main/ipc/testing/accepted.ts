const CLEAN = ['traversal', 'a polluting name']
const NAME = [...CLEAN, 'a NUL']
const TEXT = [...NAME, 'a string']
const LONG_TEXT = [...TEXT, '2 million characters']
const ARGUMENTS = [
  ...LONG_TEXT,
  'missing',
  'null',
  'an object',
  'an array',
  'a number',
  'a negative number',
  'a boolean',
]

/** What a field takes although it is damaged: free text, defaults, what is optional or nullable. */
const FIELDS: Record<string, readonly string[]> = {
  'app.change-settings theme': ['missing'],
  'app.change-settings language': ['missing'],
  'app.change-settings dismissedCards': ['missing'],
  'app.change-settings defaultModel': ['missing', 'null'],
  'app.change-settings defaultModel.modelId': [...CLEAN, 'a string'],
  'app.change-settings stepLimit': ['missing', 'a number'],
  'server.review id': ['missing'],
  'server.review name': NAME,
  'server.review transport.command': NAME,
  'server.review transport.args.0': TEXT,
  'server.review transport.env.0.name': NAME,
  'server.review transport.env.0.value': [...TEXT, 'null'],
  'server.review transport.env.0.secret': ['a boolean'],
  'server.review transport.cwd': [...TEXT, 'missing'],
  'server.review protocol': ['missing'],
  'server.review start': ['missing'],
  'server.review requestTimeoutMs': ['missing'],
  'server.save start': ['a boolean'],
  'server.logs after': ['missing', 'a number'],
  'server.logs limit': ['missing', 'a number'],
  'server.frames after': ['missing', 'a number'],
  'server.frames limit': ['missing', 'a number'],
  'server.get-prompt name': TEXT,
  'server.get-prompt arguments': ['an object'],
  'server.get-prompt arguments.who': [...TEXT, 'missing'],
  'server.read-resource uri': TEXT,
  'server.complete request.ref.name': TEXT,
  'server.complete request.argument.name': TEXT,
  'server.complete request.argument.value': TEXT,
  'server.complete request.context': ['missing', 'an object'],
  'provider.test id': ['missing'],
  'provider.test name': CLEAN,
  'provider.test key': [...CLEAN, 'null'],
  'provider.save draft.id': ['missing'],
  'provider.save draft.name': CLEAN,
  'provider.save draft.key': [...CLEAN, 'null'],
  'provider.save models.0.id': [...CLEAN, 'a string'],
  'provider.save models.0.name': [...TEXT, 'missing'],
  'provider.save models.0.contextWindow': ['missing', 'a number'],
  'chat.rename title': NAME,
  'chat.save-draft draft': TEXT,
  'chat.set-model model': ['null'],
  'chat.set-model model.modelId': [...CLEAN, 'a string'],
  'chat.set-servers serverIds': ['null'],
  'chat.send text': NAME,
  'chat.run-tool toolName': TEXT,
  'chat.run-tool arguments': ['an object'],
  'chat.run-tool arguments.message': ARGUMENTS,
  'ask.answer answer.arguments': ['missing', 'an object'],
  'ask.answer answer.arguments.a': ARGUMENTS,
  'ask.answer answer.reason': [...TEXT, 'missing'],
  'ask.history limit': ['missing', 'a number'],
}

/** Whether a damage may reach the handler; everything that is not listed may not. */
export function isAccepted(route: string, path: string, kind: string): boolean {
  return FIELDS[`${route} ${path}`]?.includes(kind) ?? false
}
